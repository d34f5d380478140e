import {
  CertificateHolderStore,
  CertificateLogStore,
  CertificationStore,
  DocumentStores,
  DomainProofQueue,
  DomainProofs,
  EvidenceStore,
  HolderProofStore,
  IssuerKeyStore,
  LogRecords,
  CertificateLogFiles,
  ReviewPackQueue,
  StatusListStore,
  WithdrawalStore,
} from '@governance/assessments';
import { Keyring } from '@governance/keyring';
import { type FactoryProvider } from '@nestjs/common';
import { Database } from '@governance/postgres';
import { PostgresCertificateLogStore } from '../certificate-log/postgres-certificate-log.store';
import { PostgresCertificateLogFiles } from '../certificate-log/postgres-certificate-log-files';
import { PostgresDocumentStores } from '../documents/postgres-document-stores';
import { PostgresEvidenceStore } from '../postgres-evidence.store';
import { PostgresDomainProofQueue } from '../domains/postgres-domain-proof-queue';
import { PostgresDomainProofs } from '../domains/postgres-domain-proofs';
import { PostgresReviewPackQueue } from '../../review-packs/postgres-review-pack-queue';
import { PostgresCertificateHolderStore } from './postgres-certificate-holder.store';
import { PostgresLogRecords } from '../certificate-log/postgres-log-records';
import { PostgresCertificationStore } from './postgres-certification.store';
import { PostgresHolderProofStore } from './postgres-holder-proof.store';
import { PostgresIssuerKeyStore } from './postgres-issuer-key.store';
import { PostgresStatusListStore } from './postgres-status-list.store';
import { PostgresWithdrawalStore } from './postgres-withdrawal.store';

type MakeStore<Port> = (database: Database, keyring: Keyring) => Port;

/** The stores for certificates, for all importers of the persistence module. */
export const certificationPorts = [
  CertificateHolderStore,
  CertificateLogStore,
  CertificationStore,
  DocumentStores,
  DomainProofQueue,
  DomainProofs,
  EvidenceStore,
  HolderProofStore,
  IssuerKeyStore,
  CertificateLogFiles,
  ReviewPackQueue,
  StatusListStore,
  WithdrawalStore,
];

export const certificationProviders: FactoryProvider[] = [
  bound(DocumentStores, (database, keyring) => new PostgresDocumentStores(database, keyring)),
  bound(EvidenceStore, (database, keyring) => new PostgresEvidenceStore(database, keyring)),
  bound(CertificateHolderStore, (database, keyring) => new PostgresCertificateHolderStore(database, keyring)),
  bound(DomainProofQueue, (database, keyring) => new PostgresDomainProofQueue(database, keyring)),
  bound(DomainProofs, (database, keyring) => new PostgresDomainProofs(database, keyring)),
  bound(CertificateLogStore, (database) => new PostgresCertificateLogStore(database)),
  bound(CertificateLogFiles, (database) => new PostgresCertificateLogFiles(database)),
  bound(CertificationStore, (database) => new PostgresCertificationStore(database)),
  bound(HolderProofStore, (database, keyring) => new PostgresHolderProofStore(database, keyring)),
  bound(IssuerKeyStore, (database) => new PostgresIssuerKeyStore(database)),
  bound(LogRecords, (database, keyring) => new PostgresLogRecords(database, keyring)),
  bound(ReviewPackQueue, (database, keyring) => new PostgresReviewPackQueue(database, keyring)),
  bound(StatusListStore, (database) => new PostgresStatusListStore(database)),
  bound(WithdrawalStore, (database) => new PostgresWithdrawalStore(database)),
];

function bound<Port>(port: abstract new () => Port, make: MakeStore<Port>): FactoryProvider<Port> {
  return { provide: port, useFactory: make, inject: [Database, Keyring] };
}
