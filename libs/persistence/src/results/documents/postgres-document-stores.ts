import { type DocumentName, DocumentStores, type ResultDocuments } from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { type DocumentTable } from './document-tables';
import { PostgresResultDocuments } from './postgres-result-documents';

const tables: Readonly<Record<DocumentName, DocumentTable>> = {
  certificate: 'certificate_documents',
  'evidence-report': 'evidence_reports',
};

export class PostgresDocumentStores extends DocumentStores {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  documentsOf(name: DocumentName): ResultDocuments {
    return new PostgresResultDocuments(this.database, this.keyring, tables[name]);
  }
}
