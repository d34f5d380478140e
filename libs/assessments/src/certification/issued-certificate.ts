import { type Certificate } from '../certificate';
import { type CertificateHolder } from './certificate-holder.port';
import { type SignedCredential } from './certification';

/** A certificate ready to render: with its credential, and with what is known of its holder. */
export interface IssuedCertificate extends Certificate, CertificateHolder {
  readonly signed: SignedCredential;
  /** A JWS, when the certificate goes to an address. */
  readonly holderProof?: string;
  /** The C2SP tlog-proof of its `logEntry`: the same text at every rendering. */
  readonly logProof?: string;
}
