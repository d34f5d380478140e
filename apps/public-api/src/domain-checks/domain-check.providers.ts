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

/** The stores of a check. */
@Injectable()
class DomainStores {
  constructor(
    readonly queue: DomainProofQueue,
    readonly results: ResultStore,
    readonly certifications: CertificationStore,
  ) {}
}

function proverOf(
  stores: DomainStores,
  issuer: { readonly signer: JoseIssuer; readonly resolver: TxtResolver },
  { clock, metrics }: { readonly clock: Clock; readonly metrics: DomainProofMetrics },
): DomainProver {
  const logger = new Logger('CertificateDomains');
  const report = (outcome: ProofOutcome): void => {
    metrics.checked(outcome);
    logger.log({ msg: 'domain of a certificate checked', outcome });
  };
  const { queue, results, certifications } = stores;
  return new DomainProver({ queue, results, certifications, ...issuer, now: () => clock.now(), report });
}

/** Proves domains, in the worker only. The application provides the stores, `JoseIssuer` and `Clock`. */
export const domainCheckProviders: Provider[] = [
  { provide: TxtResolver, useClass: DnsTxtResolver },
  DomainProofMetrics,
  DomainStores,
  {
    provide: DomainProver,
    inject: [DomainStores, JoseIssuer, TxtResolver, Clock, DomainProofMetrics],
    // The parameters are what `inject` names.
    // eslint-disable-next-line no-restricted-syntax -- see above
    useFactory: (
      stores: DomainStores,
      signer: JoseIssuer,
      resolver: TxtResolver,
      clock: Clock,
      metrics: DomainProofMetrics,
    ): DomainProver => proverOf(stores, { signer, resolver }, { clock, metrics }),
  },
  DomainCheckJob,
];
