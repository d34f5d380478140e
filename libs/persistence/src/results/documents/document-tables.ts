import { type SealedPlace } from '../../sealed-columns';

/** The tables of documents that are made on request. A queued row has a job. */
export const documentTables = ['certificate_documents', 'evidence_reports'] as const;
export type DocumentTable = (typeof documentTables)[number];

/** The queues of their jobs, which a trigger adds. */
export const documentQueues: Readonly<Record<DocumentTable, string>> = {
  certificate_documents: 'public/certificate-documents',
  evidence_reports: 'public/evidence-reports',
};

/** Whether a row of `survey_results` has a document. It is checked at every step, because erasure and withdrawal may cross. */
export const makeable: Readonly<Record<DocumentTable, string>> = {
  certificate_documents: 'withdrawn_at IS NULL',
  evidence_reports: 'evidence IS NOT NULL',
};

/** The associated data of a sealed document. */
export function documentSeal(table: DocumentTable, resultId: string): SealedPlace<DocumentTable> {
  return { table, column: 'document', row: resultId };
}
