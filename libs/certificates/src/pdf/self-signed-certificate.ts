import {
  ecdsaWithSha256,
  element,
  integer,
  objectId,
  octets,
  sequence,
  setOf,
  tagged,
} from '@governance/certificate-verifier';
import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';

export interface SelfSignedOptions {
  /** A P-256 key. */
  readonly privateKey: KeyObject;
  /** The name of the signer, which PDF viewers show. */
  readonly name: string;
  readonly validFrom: Date;
}

/** RFC 5280, 4.1.2.5: no end. What ends a key is that it is no longer among the published ones. */
const noEnd = '99991231235959Z';
const commonName = objectId('2.5.4.3');
const basicConstraints = objectId('2.5.29.19');
const keyUsage = objectId('2.5.29.15');
const subjectKeyIdentifier = objectId('2.5.29.14');
const yes = element(0x01, Uint8Array.of(0xff));
/** digitalSignature and nonRepudiation, as a bit string. */
const signing = element(0x03, Uint8Array.of(6, 0xc0));

/**
 * An X.509 certificate of an issuer key, signed by itself, in DER. The same key, name and time give the same certificate, except
 * for its signature.
 */
export function selfSignedCertificate({ privateKey, name, validFrom }: SelfSignedOptions): Buffer {
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const fingerprint = createHash('sha256').update(publicKey).digest();
  const named = sequence(setOf(sequence(commonName, element(0x0c, Buffer.from(name)))));
  const extensions = sequence(
    sequence(basicConstraints, yes, octets(sequence())),
    sequence(keyUsage, yes, octets(signing)),
    sequence(subjectKeyIdentifier, octets(octets(fingerprint.subarray(0, 20)))),
  );
  const body = sequence(
    tagged(0, integer(Uint8Array.of(2))),
    integer(fingerprint.subarray(0, 16)),
    ecdsaWithSha256,
    named,
    sequence(timeOf(validFrom), element(0x18, Buffer.from(noEnd))),
    named,
    publicKey,
    tagged(3, extensions),
  );
  const signature = sign('sha256', body, privateKey);
  return Buffer.from(sequence(body, ecdsaWithSha256, element(0x03, Uint8Array.of(0), signature)));
}

/** UTCTime, which RFC 5280 requires until 2049. */
function timeOf(date: Date): Uint8Array {
  return element(
    0x17,
    Buffer.from(
      date
        .toISOString()
        .slice(2)
        .replace(/[-:T]|\.\d+/g, ''),
    ),
  );
}
