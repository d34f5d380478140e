import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  X509Certificate,
} from 'node:crypto';
import * as z from 'zod';
import { parseJson } from './keyring-document';
import { KeyringUnusable } from './keyring-unusable';

/** The public key of an issuer key pair: P-256, for ES256. */
export interface IssuerPublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

/** Only the newest key has its private key: a retired key can never sign again. */
export interface IssuerKey {
  readonly createdAt: string;
  readonly publicJwk: IssuerPublicJwk;
  readonly privateKey?: KeyObject;
  /** The X.509 certificate of a key that signs, in DER: what PDF viewers show. Absent in files of earlier releases. */
  readonly certificate?: Buffer;
}

/** The Ed25519 key that signs the checkpoints of the certificate log. */
export interface LogKey {
  readonly createdAt: string;
  readonly privateKey: KeyObject;
}

/** What an issuer key file has. */
export interface IssuerKeyFile {
  /** Oldest first; the last one signs. */
  readonly keys: readonly IssuerKey[];
  /** Absent in files of earlier releases. */
  readonly logKey?: LogKey;
}

const coordinate = z.base64url().length(43);
const publicJwk = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
});

const privateKey = z.base64().transform((text, context) => {
  try {
    return createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
  } catch {
    // The parser's message may contain key material.
    context.addIssue({ code: 'custom', message: 'is not a key' });
    return z.NEVER;
  }
});

const certificate = z.base64().transform((text, context) => {
  try {
    return new X509Certificate(Buffer.from(text, 'base64'));
  } catch {
    context.addIssue({ code: 'custom', message: 'is not a certificate' });
    return z.NEVER;
  }
});

const document = z.object({
  format: z.literal(1),
  issuerKeys: z
    .array(
      z.object({
        createdAt: z.iso.datetime(),
        publicJwk,
        privateKey: privateKey.optional(),
        certificate: certificate.optional(),
      }),
    )
    .min(1),
  logKey: z.object({ createdAt: z.iso.datetime(), privateKey }).optional(),
});

export function createLogKey(now: Date): LogKey {
  return { createdAt: now.toISOString(), privateKey: generateKeyPairSync('ed25519').privateKey };
}

export function createIssuerKey(now: Date): IssuerKey {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    createdAt: now.toISOString(),
    publicJwk: publicHalf(pair.publicKey),
    privateKey: pair.privateKey,
  };
}

/** The RFC 7638 thumbprint of a key. */
export function thumbprintOf({ crv, kty, x, y }: IssuerPublicJwk): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

/** Throws `KeyringUnusable`, which never quotes the text. */
export function parseIssuerKeys(text: string): IssuerKeyFile {
  const result = document.safeParse(parseJson(text));
  if (!result.success) {
    const places = new Set(result.error.issues.map(({ path }) => path.join('.') || 'the document'));
    throw new KeyringUnusable(`does not hold issuer keys: wrong or missing are ${[...places].join(', ')}`);
  }
  const keys = result.data.issuerKeys.map((entry): IssuerKey => {
    const { privateKey: key, certificate: x509, ...rest } = entry;
    return { ...rest, ...(key && { privateKey: key }), ...(x509 && { certificate: x509.raw }) };
  });
  const newest = keys.at(-1);
  if (newest?.privateKey === undefined)
    throw new KeyringUnusable('lacks the private key of its newest key pair');
  if (thumbprintOf(publicHalf(createPublicKey(newest.privateKey))) !== thumbprintOf(newest.publicJwk)) {
    throw new KeyringUnusable('holds a public key and a private key that do not match');
  }
  if (newest.certificate && !new X509Certificate(newest.certificate).checkPrivateKey(newest.privateKey))
    throw new KeyringUnusable('holds a certificate of another key');
  const { logKey } = result.data;
  if (logKey && logKey.privateKey.asymmetricKeyType !== 'ed25519')
    throw new KeyringUnusable('holds a log key that is no Ed25519 key');
  return { keys, ...(logKey && { logKey }) };
}

export function formatIssuerKeys({ keys, logKey }: IssuerKeyFile): string {
  const issuerKeys = keys.map(({ createdAt, publicJwk: jwk, privateKey: key, certificate: x509 }) => ({
    createdAt,
    publicJwk: jwk,
    privateKey: key && exported(key),
    certificate: x509?.toString('base64'),
  }));
  const file = {
    format: 1,
    issuerKeys,
    logKey: logKey && { createdAt: logKey.createdAt, privateKey: exported(logKey.privateKey) },
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

function exported(key: KeyObject): string {
  return key.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

function publicHalf(key: KeyObject): IssuerPublicJwk {
  return publicJwk.parse(key.export({ format: 'jwk' }));
}
