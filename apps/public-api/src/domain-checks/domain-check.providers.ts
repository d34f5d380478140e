import { CertificationStore, DomainProofQueue, DomainProver, ResultStore } from '@governance/assessments';
import { JoseIssuer } from '@governance/certificates';
import { TxtResolver } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { DnsTxtResolver } from '@governance/runtime';
import { Injectable, type Provider } from '@nestjs/common';
import { DomainProofMetrics } from './domain-proof-metrics';

@Injectable()
class DomainCheckParts {
  constructor(
    readonly queue: DomainProofQueue,
    readonly results: ResultStore,
    readonly certifications: CertificationStore,
    readonly signer: JoseIssuer,
    readonly resolver: TxtResolver,
  ) {}
}

function proverOf(parts: DomainCheckParts, clock: Clock): DomainProver {
  const { queue, results, certifications, signer, resolver } = parts;
  return new DomainProver({ queue, results, certifications, signer, resolver, now: () => clock.now() });
}

/** What proves domains, in the worker only. The application provides the stores, `JoseIssuer` and `Clock`. */
export const domainCheckProviders: Provider[] = [
  { provide: TxtResolver, useClass: DnsTxtResolver },
  DomainProofMetrics,
  DomainCheckParts,
  { provide: DomainProver, inject: [DomainCheckParts, Clock], useFactory: proverOf },
];
