import { type Replica } from '@governance/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { type World } from './world';

/** The admin's claims under a new name of a key. */
function forged(token: string): string {
  const [header = '', claims = ''] = token.split('.');
  const fields = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, unknown>;
  fields.kid = randomUUID();
  const changed = Buffer.from(JSON.stringify(fields)).toString('base64url');
  return `${changed}.${claims}.${randomBytes(256).toString('base64url')}`;
}

export async function callWithUnknownKey(world: World, replica: Replica): Promise<void> {
  await world.ask({ kind: 'forge' }, '/self/me', { replica, token: forged(world.token) });
}
