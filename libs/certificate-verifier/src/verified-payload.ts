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

/** Whether a text is three parts of canonical base64url. */
export function isCompactJws(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 3 && parts.every((part) => canonicalBytes(part));
}

/**
 * The payload of a compact JWS that the issuer signed. Refuses other encodings of the same bytes, which the signer would not
 * have written.
 * @throws NotGenuine
 */
export async function verifiedPayload(
  jws: string,
  typ: JwsType,
  keys: IssuerKeySet,
): Promise<VerifiedPayload> {
  const [first = '', body = ''] = jws.split('.');
  if (!isCompactJws(jws)) throw new NotGenuine('The signed data is damaged');
  const known = header.safeParse(decoded(first));
  if (known.data?.typ !== typ) throw new NotGenuine(`The signed data is not of the type ${typ}`);
  const key = await keys.find(known.data.kid);
  try {
    await compactVerify(jws, key, { algorithms: [signatureAlgorithm] });
  } catch (cause) {
    throw new NotGenuine('Its signature is invalid', { cause });
  }
  return { keyId: known.data.kid, payload: decoded(body) };
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(canonicalBytes(part)));
  } catch (cause) {
    throw new NotGenuine('The signed data is not JSON', { cause });
  }
}
