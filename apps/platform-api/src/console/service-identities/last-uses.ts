import { type PlatformClient } from '@governance/client';
import { ifServed } from '../if-served';
import { type LastUses, lastUsesOf } from './service-identity-view';

/** The list of service identities has no times. Undefined if the API does not serve credentials. */
export async function lastUses(client: PlatformClient): Promise<LastUses | undefined> {
  // An organization has at most 100 trust rules.
  const [list, rules] = await Promise.all([
    ifServed(client.get('/iam/m2m-credentials')),
    ifServed(client.get('/iam/trust-rules', { query: { limit: 200 } })),
  ]);
  return list && lastUsesOf([...list.credentials, ...(rules?.trust_rules ?? [])]);
}
