import {
  Certifier,
  CertificationStore,
  IssuerKeyStore,
  StatusListStore,
  StatusLists,
} from '@governance/assessments';
import { Clock } from '@governance/kernel';
import { JoseIssuer, type SurfaceAddresses } from '@governance/certificates';
import { IssuerKeys } from '@governance/keyring';
import { type Provider } from '@nestjs/common';
import { auditSigningProviders } from '../audit-signing/audit-signing.providers';
import { certificateLogProviders } from '../certificate-log/certificate-log.providers';
import { type WorkerSettings } from '../config';
import { CertificationJob } from './certification.job';
import { IssuedCertificates } from './issued-certificates';
import { MailedCertificate } from './mailed-certificate';
import { SignerMetrics } from './signer-metrics';
import { SealedCertificates } from './sealed-certificates';

export type SignerSettings = Pick<
  WorkerSettings,
  'ISSUER_KEYS_FILE' | 'AUDIT_MEMORY_FOLDER' | 'CERTIFICATE_LOG_WITNESSES'
>;

/** The signers, for the worker only. */
export function certificationProviders(settings: SignerSettings, addresses: SurfaceAddresses): Provider[] {
  return [
    {
      provide: JoseIssuer,
      /** A key is published before it signs anything. */
      useFactory: async (published: IssuerKeyStore, clock: Clock) => {
        const issuer = new JoseIssuer(IssuerKeys.load(settings.ISSUER_KEYS_FILE), addresses);
        await published.publish(issuer.publicKeys(), clock.now());
        return issuer;
      },
      inject: [IssuerKeyStore, Clock],
    },
    {
      provide: Certifier,
      useFactory: (store: CertificationStore, issuer: JoseIssuer) => new Certifier(store, issuer),
      inject: [CertificationStore, JoseIssuer],
    },
    {
      provide: StatusLists,
      useFactory: (store: StatusListStore, issuer: JoseIssuer) => new StatusLists(store, issuer),
      inject: [StatusListStore, JoseIssuer],
    },
    SignerMetrics,
    IssuedCertificates,
    SealedCertificates,
    MailedCertificate,
    CertificationJob,
    ...certificateLogProviders(settings.CERTIFICATE_LOG_WITNESSES),
    ...auditSigningProviders(settings.AUDIT_MEMORY_FOLDER),
  ];
}
