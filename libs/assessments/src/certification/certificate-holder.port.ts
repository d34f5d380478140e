import { type ProvenDomain } from '../domains/domain-proof';
import { type SignedCredential } from './certification';

/** What a PDF prints of its holder. */
export interface CertificateHolder {
  /** Declared by the holder, not checked. In no record, credential, page or mail. */
  readonly organizationName?: string;
  readonly domain?: ProvenDomain;
}

/** What is known of a holder now, with the credential that shows the domain. */
export type KnownHolder = Pick<CertificateHolder, 'organizationName'> & {
  readonly domain?: ProvenDomain & { readonly signed: SignedCredential };
};

/** What the holders of results have declared, stored sealed and erased with their address, and proven. Only the worker reads it. */
export abstract class CertificateHolderStore {
  abstract find(resultId: string): Promise<KnownHolder>;
}
