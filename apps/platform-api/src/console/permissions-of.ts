import { type PlatformClient } from '@governance/client';
import { type Permission } from '@governance/iam';

/** What the person may do, as the API decides it. */
export async function permissionsOf(client: PlatformClient): Promise<ReadonlySet<Permission>> {
  const { permissions } = await client.get('/self/me');
  return new Set(permissions as Permission[]);
}
