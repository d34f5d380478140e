import { type KeyObject } from 'node:crypto';
import { signText, type TestSigningKey } from './test-signing-key';

type Members = Readonly<Record<string, unknown>>;

/** A token to be made, valid but for what is said. A member that is undefined is left out. */
export interface TokenDraft {
  readonly header?: Members;
  readonly claims?: Members;
  /** The bytes that are signed in place of header and claims, such as JSON that no serializer writes. */
  readonly headerText?: string | Buffer;
  readonly claimsText?: string | Buffer;
  /** What really signs, in place of the header's `alg` and the issuer's key. */
  readonly signAs?: { readonly alg: string; readonly key: KeyObject };
  /** What is sent in place of the signature. */
  readonly signature?: string;
}

/** Signs any claims. */
export function mintToken(
  { header, claims, headerText, claimsText, signAs, signature }: TokenDraft,
  { alg, kid, privateKey }: TestSigningKey,
): string {
  const head = headerText ?? JSON.stringify({ alg, typ: 'at+jwt', kid, ...header });
  const signed = `${base64url(head)}.${base64url(claimsText ?? JSON.stringify(claims ?? {}))}`;
  if (signature !== undefined) return `${signed}.${signature}`;
  const by = signAs ?? { alg, key: privateKey };
  return `${signed}.${signText(signed, by.alg, by.key).toString('base64url')}`;
}

function base64url(content: string | Buffer): string {
  return Buffer.from(content as string).toString('base64url');
}
