import { type Certificate } from '../certificate';
import { type CertificateHolder } from './certificate-holder.port';
import { type SignedCredential } from './certification';

/**
 * A certificate ready to render: with its credential, with what is known of its holder and, when it goes to an address, with the
 * holder proof (a JWS).
 */
export interface IssuedCertificate extends Certificate, CertificateHolder {
  readonly signed: SignedCredential;
  readonly holderProof?: string;
}
