import { CertificateLog, CertificateLogStore } from '@governance/assessments';
import { JoseIssuer } from '@governance/certificates';
import { Clock } from '@governance/kernel';
import { type Provider } from '@nestjs/common';
import { CertificateLogJob } from './certificate-log.job';
import { HttpWitnesses } from './http-witnesses';
import { LogMetrics } from './log-metrics';
import { readLogPolicy } from './witness-policy-file';

type Parts = [CertificateLogStore, JoseIssuer, LogMetrics, Clock];

/** The writer of the certificate log, for the worker only. */
export function certificateLogProviders(policyFile: string | undefined): Provider[] {
  return [
    LogMetrics,
    {
      provide: CertificateLog,
      useFactory: (...[store, issuer, metrics, clock]: Parts) => {
        const { text, policy } = readLogPolicy(policyFile, issuer.logVerifierKey);
        const trust = { policy: text, keysBeforeLog: issuer.keyIdsBeforeLog };
        return new CertificateLog({
          store,
          signer: issuer.logSigner,
          witnesses: new HttpWitnesses(policy, metrics),
          trust: `${JSON.stringify(trust, null, 2)}\n`,
          now: () => clock.now(),
        });
      },
      inject: [CertificateLogStore, JoseIssuer, LogMetrics, Clock],
    },
    CertificateLogJob,
  ];
}
