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
import { TreeHeadSigningJob } from '../audit-signing/tree-head-signing.job';
import { CertificationJob } from './certification.job';
import { MailedCertificate } from './mailed-certificate';
import { SignerMetrics } from './signer-metrics';
import { SealedCertificates } from './sealed-certificates';

/** The signers, for the worker only. */
export function certificationProviders(issuerKeysFile: string, addresses: SurfaceAddresses): Provider[] {
  return [
    {
      provide: JoseIssuer,
      /** A key is published before it signs anything. */
      useFactory: async (published: IssuerKeyStore, clock: Clock) => {
        const issuer = new JoseIssuer(IssuerKeys.load(issuerKeysFile), addresses);
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
    SealedCertificates,
    MailedCertificate,
    CertificationJob,
    TreeHeadSigningJob,
  ];
}
