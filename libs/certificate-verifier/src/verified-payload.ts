import { compactVerify } from 'jose';
import * as z from 'zod';
import { canonicalBytes } from './bytes';
import { type IssuerKeySet } from './issuer-key-set';
import { type JwsType, signatureAlgorithm } from './jws-types';
import { NotGenuine } from './not-genuine';

const header = z.strictObject({ alg: z.literal(signatureAlgorithm), kid: z.string(), typ: z.string() });

export interface VerifiedPayload {
  readonly keyId: string;
  readonly payload: unknown;
}

/**
 * The payload of a compact JWS that the issuer signed, and that is exactly as it was signed: a spelling of the same
 * bytes that the signer would not have written is refused too.
 * @throws NotGenuine
 */
export async function verifiedPayload(
  jws: string,
  typ: JwsType,
  keys: IssuerKeySet,
): Promise<VerifiedPayload> {
  const parts = jws.split('.');
  const [first = '', body = ''] = parts;
  if (parts.length !== 3 || !parts.every((part) => canonicalBytes(part)))
    throw new NotGenuine('It is not a compact JWS');
  const known = header.safeParse(decoded(first));
  if (known.data?.typ !== typ) throw new NotGenuine(`It is not a JWS of the type ${typ}`);
  const key = await keys.find(known.data.kid);
  try {
    await compactVerify(jws, key, { algorithms: [signatureAlgorithm] });
  } catch (cause) {
    throw new NotGenuine('Its signature does not hold', { cause });
  }
  return { keyId: known.data.kid, payload: decoded(body) };
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(canonicalBytes(part)));
  } catch (cause) {
    throw new NotGenuine('It does not hold JSON', { cause });
  }
}
