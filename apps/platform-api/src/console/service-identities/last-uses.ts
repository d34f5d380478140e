import { type PlatformClient } from '@governance/client';
import { ifServed } from '../if-served';
import { type LastUses, lastUsesOf } from './service-identity-view';

/** The list of service identities names credentials only. Undefined if the API does not serve credentials. */
export async function lastUses(client: PlatformClient): Promise<LastUses | undefined> {
  const list = await ifServed(client.get('/iam/m2m-credentials'));
  return list && lastUsesOf(list.credentials);
}
