import { randomUUID } from 'node:crypto';
import { type TestRealm } from '../test-realm';
import { tokenOfMachine } from './machine-token';

/** Adds a machine that is not ours, by default as the console does. Returns its secret. */
export async function addStranger(
  { operator, name }: TestRealm,
  clientId: string,
  members: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const secret = randomUUID();
  const client = { clientId, secret, publicClient: false, serviceAccountsEnabled: true, ...members };
  await operator.call('POST', `/${name}/clients`, client);
  return secret;
}

/** The token of its service account. */
export async function strangerToken(realm: TestRealm): Promise<string> {
  const clientId = `reporting-${randomUUID()}`;
  return tokenOfMachine(realm.issuer, { clientId, secret: await addStranger(realm, clientId) });
}
