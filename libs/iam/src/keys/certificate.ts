import { X509Certificate } from 'node:crypto';
import { parseRfc3339 } from '../rfc3339';
import { childAt, childrenOf, damaged, derTag, type DerValue, readDer } from './der';

/** The parts of an X.509 certificate in use. Its signature is irrelevant: the caller registers the key as its own. */
export interface CertifiedKey {
  readonly spki: Uint8Array;
  readonly notAfter: Date;
}

const explicitVersion = 0xa0;
/** RFC 5280, 4.1: serial number, signature, issuer, validity, subject, and then the key. */
const [validityPlace, keyPlace] = [3, 5];
/** RFC 5280, 4.1.2.5: UTCTime has a two-digit year; from 50 on it means 19xx. */
const [utcTime, generalizedTime] = [0x17, 0x18];
const moment = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/;

/** Reads an X.509 certificate. Throws `KeyRefused`. */
export function readCertificate(der: Uint8Array): CertifiedKey {
  const certificate = readDer(der);
  if (certificate.tag !== derTag.sequence) throw damaged();
  const signed = childrenOf(childAt(childrenOf(certificate), 0, derTag.sequence));
  const fields = signed[0]?.tag === explicitVersion ? signed.slice(1) : signed;
  const validity = childrenOf(childAt(fields, validityPlace, derTag.sequence));
  const notAfter = timeOf(validity[1]);
  const spki = childAt(fields, keyPlace, derTag.sequence).bytes;
  checkWhole(der);
  return { spki, notAfter };
}

/** Parsed here, because Node's parser invents a date for a malformed time. */
function timeOf(value: DerValue | undefined): Date {
  const digits = Buffer.from(value?.content ?? []).toString('latin1');
  if (value?.tag === generalizedTime) return momentOf(digits);
  if (value?.tag === utcTime) return momentOf(`${digits < '50' ? '20' : '19'}${digits}`);
  throw damaged();
}

function momentOf(digits: string): Date {
  const date = parseRfc3339(digits.replace(moment, '$1-$2-$3T$4:$5:$6Z'));
  if (date === undefined) throw damaged();
  return date;
}

/** Node's parser checks the rest. Its message may quote the certificate. */
function checkWhole(der: Uint8Array): void {
  try {
    new X509Certificate(der);
  } catch {
    throw damaged();
  }
}
