import { type ResultDocuments } from './result-documents.port';

/**
 * The PDFs of a result: its certificate, which is `unmakeable` once it is withdrawn, and the report of its evidence, which is
 * `unmakeable` while it has none. A withdrawal does not change the report.
 */
export const documentNames = ['certificate', 'evidence-report'] as const;
export type DocumentName = (typeof documentNames)[number];

/** The documents of each kind. */
export abstract class DocumentStores {
  abstract documentsOf(name: DocumentName): ResultDocuments;
}
