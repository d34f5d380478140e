import { CertificationStore, DomainProofQueue, DomainProver, ResultStore } from '@governance/assessments';
import { JoseIssuer } from '@governance/certificates';
import { TxtResolver } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { DnsTxtResolver } from '@governance/runtime';
import { type Provider } from '@nestjs/common';
import { DomainProofMetrics } from './domain-proof-metrics';

type Parts = [DomainProofQueue, ResultStore, CertificationStore, JoseIssuer, TxtResolver, Clock];

/** What proves domains, in the worker only. The application provides the stores, `JoseIssuer` and `Clock`. */
export const domainCheckProviders: Provider[] = [
  { provide: TxtResolver, useClass: DnsTxtResolver },
  DomainProofMetrics,
  {
    provide: DomainProver,
    inject: [DomainProofQueue, ResultStore, CertificationStore, JoseIssuer, TxtResolver, Clock],
    useFactory: (...[queue, results, certifications, signer, resolver, clock]: Parts) =>
      new DomainProver({ queue, results, certifications, signer, resolver, now: () => clock.now() }),
  },
];
