import { type JWTPayload, SignJWT } from 'jose';
import { type KeyObject, randomUUID } from 'node:crypto';
import { type KeyMachine } from './machines';

export interface AssertionChanges {
  readonly alg?: string;
  readonly header?: Record<string, unknown>;
  /** Members to set, or to remove with undefined. */
  readonly claims?: Record<string, unknown>;
  readonly key?: KeyObject;
}

/** A valid assertion of a machine, with `changes`. */
export async function assertionOf(
  { clientId, privateKey }: Pick<KeyMachine, 'clientId' | 'privateKey'>,
  issuer: string,
  { alg = 'ES256', header = {}, claims = {}, key = privateKey }: AssertionChanges = {},
): Promise<string> {
  // Without this, `jose` refuses to sign unknown critical header members.
  const crit = Object.fromEntries(Object.keys(header).map((name) => [name, true]));
  const now = Math.floor(Date.now() / 1000);
  const payload: JWTPayload = {
    iss: clientId,
    sub: clientId,
    aud: issuer,
    jti: randomUUID(),
    iat: now,
    exp: now + 60,
    ...claims,
  };
  return new SignJWT(payload).setProtectedHeader({ alg, ...header }).sign(key, { crit });
}

/** The form fields for an assertion. */
export function assertionForm(assertion: string): Record<string, string> {
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  };
}
