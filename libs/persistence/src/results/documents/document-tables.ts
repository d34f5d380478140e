import { type SealedPlace } from '../../sealed-columns';

/** The tables of documents that are made on request: the row of a document is its job. */
export const documentTables = ['certificate_documents', 'evidence_reports'] as const;
export type DocumentTable = (typeof documentTables)[number];

/** Whether a row of `survey_results` has a document. It is checked at every step, because erasure and withdrawal may cross. */
export const makeable: Readonly<Record<DocumentTable, string>> = {
  certificate_documents: 'withdrawn_at IS NULL',
  evidence_reports: 'evidence IS NOT NULL',
};

/** The associated data of a sealed document. */
export function documentSeal(table: DocumentTable, resultId: string): SealedPlace<DocumentTable> {
  return { table, column: 'document', row: resultId };
}
