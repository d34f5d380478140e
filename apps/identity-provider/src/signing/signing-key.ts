import { type Keyring } from '@governance/keyring';
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type JWK } from 'oidc-provider';
import * as z from 'zod';
import { type Scheduled } from './key-schedule';

/** The platform accepts RS256 and ES256; ES256 signatures are shorter. */
export const signingAlgorithm = 'ES256';

/** An unsealed signing key. The private key is unsealed only in memory. */
export interface SigningKey extends Scheduled {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** The key pair for oidc-provider, which publishes only the public key. */
export function privateJwk({ kid, privateKey }: SigningKey): JWK {
  return { ...privateKey.export({ format: 'jwk' }), kid, alg: signingAlgorithm, use: 'sig' };
}

export interface SigningKeyRow {
  readonly kid: string;
  readonly private_key: Buffer;
  readonly created_at: Date;
  readonly signs_from: Date;
}

const publicJwk = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
});

export function createSigningKey(keyring: Keyring, { createdAt, signsFrom }: Scheduled): SigningKeyRow {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicJwk.parse(pair.publicKey.export({ format: 'jwk' }));
  // RFC 7638: the thumbprint is the key id.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y }))
    .digest('base64url');
  const pkcs8 = pair.privateKey.export({ format: 'der', type: 'pkcs8' });
  return {
    kid,
    private_key: keyring.seal(pkcs8, sealOf(kid)),
    created_at: createdAt,
    signs_from: signsFrom,
  };
}

/** @throws `SealBroken` when another keyring sealed the key. */
export function openSigningKey(keyring: Keyring, row: SigningKeyRow): SigningKey {
  const privateKey = createPrivateKey({
    key: keyring.open(row.private_key, sealOf(row.kid)),
    format: 'der',
    type: 'pkcs8',
  });
  return { kid: row.kid, privateKey, createdAt: row.created_at, signsFrom: row.signs_from };
}

function sealOf(kid: string): { table: string; column: string; row: string } {
  return { table: 'identity.signing_keys', column: 'private_key', row: kid };
}
