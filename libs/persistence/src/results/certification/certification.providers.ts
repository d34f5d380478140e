import {
  CertificateDocuments,
  CertificateHolderStore,
  CertificationStore,
  CertificateQueue,
  DomainProofQueue,
  DomainProofs,
  EvidenceReportQueue,
  EvidenceReports,
  EvidenceStore,
  HolderProofStore,
  IssuerKeyStore,
  StatusListStore,
  WithdrawalStore,
} from '@governance/assessments';
import { Keyring } from '@governance/keyring';
import { type FactoryProvider } from '@nestjs/common';
import { Database } from '@governance/postgres';
import { PostgresResultDocuments } from '../documents/postgres-result-documents';
import { type DocumentTable } from '../documents/document-tables';
import { PostgresDocumentQueue } from '../documents/postgres-document-queue';
import { PostgresEvidenceStore } from '../postgres-evidence.store';
import { PostgresDomainProofQueue } from '../domains/postgres-domain-proof-queue';
import { PostgresDomainProofs } from '../domains/postgres-domain-proofs';
import { PostgresCertificateHolderStore } from './postgres-certificate-holder.store';
import { PostgresCertificationStore } from './postgres-certification.store';
import { PostgresHolderProofStore } from './postgres-holder-proof.store';
import { PostgresIssuerKeyStore } from './postgres-issuer-key.store';
import { PostgresStatusListStore } from './postgres-status-list.store';
import { PostgresWithdrawalStore } from './postgres-withdrawal.store';

type MakeStore<Port> = (database: Database, keyring: Keyring) => Port;

/** The stores for certificates, for all importers of the persistence module. */
export const certificationPorts = [
  CertificateDocuments,
  CertificateHolderStore,
  CertificationStore,
  CertificateQueue,
  DomainProofQueue,
  DomainProofs,
  EvidenceReportQueue,
  EvidenceReports,
  EvidenceStore,
  HolderProofStore,
  IssuerKeyStore,
  StatusListStore,
  WithdrawalStore,
];

export const certificationProviders: FactoryProvider[] = [
  bound(CertificateDocuments, documents('certificate_documents')),
  bound(EvidenceReports, documents('evidence_reports')),
  bound(CertificateQueue, queue('certificate_documents')),
  bound(EvidenceReportQueue, queue('evidence_reports')),
  bound(EvidenceStore, (database, keyring) => new PostgresEvidenceStore(database, keyring)),
  bound(CertificateHolderStore, (database, keyring) => new PostgresCertificateHolderStore(database, keyring)),
  bound(DomainProofQueue, (database, keyring) => new PostgresDomainProofQueue(database, keyring)),
  bound(DomainProofs, (database, keyring) => new PostgresDomainProofs(database, keyring)),
  bound(CertificationStore, (database) => new PostgresCertificationStore(database)),
  bound(HolderProofStore, (database, keyring) => new PostgresHolderProofStore(database, keyring)),
  bound(IssuerKeyStore, (database) => new PostgresIssuerKeyStore(database)),
  bound(StatusListStore, (database) => new PostgresStatusListStore(database)),
  bound(WithdrawalStore, (database) => new PostgresWithdrawalStore(database)),
];

function documents(table: DocumentTable): MakeStore<PostgresResultDocuments> {
  return (database, keyring) => new PostgresResultDocuments(database, keyring, table);
}

function queue(table: DocumentTable): MakeStore<PostgresDocumentQueue> {
  return (database, keyring) => new PostgresDocumentQueue(database, keyring, table);
}

function bound<Port>(port: abstract new () => Port, make: MakeStore<Port>): FactoryProvider<Port> {
  return { provide: port, useFactory: make, inject: [Database, Keyring] };
}
