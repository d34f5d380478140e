import { randomUUID } from 'node:crypto';
import { type TestRealm } from '../test-realm';
import { tokenOfMachine } from './machine-token';

/** Adds a client as the console does, for an application that is not ours. Returns the token of its service account. */
export async function strangerToken({ operator, name, issuer }: TestRealm): Promise<string> {
  const [clientId, secret] = [`reporting-${randomUUID()}`, randomUUID()];
  const client = { clientId, secret, publicClient: false, serviceAccountsEnabled: true };
  await operator.call('POST', `/${name}/clients`, client);
  return tokenOfMachine(issuer, { clientId, secret });
}
