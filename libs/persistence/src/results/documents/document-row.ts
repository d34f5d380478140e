import { type SealContext } from '@governance/keyring';

/** The associated data of a sealed document. */
export function documentSeal(resultId: string): SealContext {
  return { table: 'certificate_documents', column: 'document', row: resultId };
}
