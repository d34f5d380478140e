import { randomUUID } from 'node:crypto';
import { type World } from './world';

export async function invite(world: World): Promise<void> {
  const address = `invited-${world.nextNumber()}@example.com`;
  const body = { email: address, role: 'viewer' };
  await world.askPlatform({ kind: 'invite', address }, '/iam/org-invitations', { body });
}

/** A second admin who is demoted or removed, and whose token is tried before and after at each replica. */
export async function lifeOfMember(world: World): Promise<void> {
  const member = `member-${world.nextNumber()}`;
  const token = await newAdmin(world, member);
  if (token === undefined) return;
  await tryToken(world, member, token);
  await demoteOrRemove(world, member);
  for (let round = 0; round < 3; round++) await tryToken(world, member, token);
}

/** Undefined during an outage of the provider. */
async function newAdmin({ product }: World, member: string): Promise<string | undefined> {
  try {
    await product.putAdmin(member);
    return await product.tokenOf(`${member}@example.com`);
  } catch {
    return undefined;
  }
}

async function demoteOrRemove(world: World, member: string): Promise<void> {
  const [replica, path] = [world.platform(), `/iam/members/${member}`];
  const [kind, request] =
    world.random.next() < 0.5
      ? (['remove', { method: 'DELETE' }] as const)
      : (['demote', { method: 'PATCH', body: { role: 'viewer' } }] as const);
  await world.ask({ kind, member }, path, { replica, token: world.token, ...request });
}

/** The write names a credential that does not exist, so an accepted one is answered 404. */
async function tryToken(world: World, member: string, token: string): Promise<void> {
  for (const replica of world.product.of('platform-api/main')) {
    const write = { replica, token, method: 'PATCH', body: { name: 'Renamed' } };
    await world.ask({ kind: 'write-as', member }, `/iam/m2m-credentials/${randomUUID()}`, write);
    await world.ask({ kind: 'read-as', member }, '/iam/members', { replica, token });
  }
}
