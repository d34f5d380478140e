/** What a PDF prints of its holder. Nothing of it is in a record, a page or a mail. */
export interface CertificateHolder {
  /** Declared by the holder, not checked. */
  readonly organizationName?: string;
}

/** What the holders of results have declared, stored sealed and erased with their address. Only the worker reads it. */
export abstract class CertificateHolderStore {
  abstract find(resultId: string): Promise<CertificateHolder>;
}
