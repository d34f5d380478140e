import { X509Certificate } from 'node:crypto';
import { childAt, childrenOf, damaged, derTag, readDer } from './der';

/** What is taken from a certificate. Its signature vouches for nothing here: the caller registers the key as their own. */
export interface CertifiedKey {
  readonly spki: Uint8Array;
  readonly notAfter: Date;
}

const explicitVersion = 0xa0;
/** RFC 5280, 4.1: serial number, signature, issuer, validity, subject, and then the key. */
const [validityPlace, keyPlace] = [3, 5];

/** Reads an X.509 certificate. Throws `KeyRefused`. */
export function readCertificate(der: Uint8Array): CertifiedKey {
  const certificate = readDer(der);
  const parts = childrenOf(certificate);
  if (certificate.tag !== derTag.sequence || parts.length !== 3) throw damaged();
  const signed = childrenOf(childAt(parts, 0, derTag.sequence));
  const fields = signed[0]?.tag === explicitVersion ? signed.slice(1) : signed;
  childAt(fields, validityPlace, derTag.sequence);
  return { spki: childAt(fields, keyPlace, derTag.sequence).bytes, notAfter: endOf(der) };
}

/** The platform's parser judges the rest of the certificate. */
function endOf(der: Uint8Array): Date {
  try {
    const notAfter = new X509Certificate(der).validToDate;
    if (!Number.isNaN(notAfter.getTime())) return notAfter;
  } catch {
    // Its message may repeat parts of the certificate.
  }
  throw damaged();
}
