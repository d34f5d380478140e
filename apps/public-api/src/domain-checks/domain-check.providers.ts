import {
  CertificationStore,
  DomainProofQueue,
  DomainProver,
  type ProofOutcome,
  ResultStore,
} from '@governance/assessments';
import { JoseIssuer } from '@governance/certificates';
import { TxtResolver } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { DnsTxtResolver } from '@governance/runtime';
import { Injectable, Logger, type Provider } from '@nestjs/common';
import { DomainCheckJob } from './domain-check.job';
import { DomainProofMetrics } from './domain-proof-metrics';

/** What a check uses. */
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

function proverOf(parts: DomainCheckParts, clock: Clock, metrics: DomainProofMetrics): DomainProver {
  const logger = new Logger('CertificateDomains');
  const report = (outcome: ProofOutcome): void => {
    metrics.checked(outcome);
    logger.log({ msg: 'domain of a certificate checked', outcome });
  };
  const { queue, results, certifications, signer, resolver } = parts;
  return new DomainProver({
    queue,
    results,
    certifications,
    signer,
    resolver,
    now: () => clock.now(),
    report,
  });
}

/** Proves domains, in the worker only. The application provides the stores, `JoseIssuer` and `Clock`. */
export const domainCheckProviders: Provider[] = [
  { provide: TxtResolver, useClass: DnsTxtResolver },
  DomainProofMetrics,
  DomainCheckParts,
  { provide: DomainProver, inject: [DomainCheckParts, Clock, DomainProofMetrics], useFactory: proverOf },
  DomainCheckJob,
];
