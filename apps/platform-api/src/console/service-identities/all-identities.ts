import { type PlatformClient } from '@governance/client';
import { type ServiceIdentity } from './service-identity-view';

/** Every service identity of the organization: the API gives them in pages. */
export async function allIdentities(client: PlatformClient): Promise<ServiceIdentity[]> {
  const all: ServiceIdentity[] = [];
  for await (const page of client.pages('/iam/service-identities', { query: { limit: 200 } }))
    all.push(...page.service_identities);
  return all;
}
