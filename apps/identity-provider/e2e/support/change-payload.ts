import { Keyring } from '@governance/keyring';
import { type AdapterPayload } from 'oidc-provider';
import { Database } from '@governance/postgres';
import { PayloadAdapter } from '../../src/oauth/payload.adapter';
import { type IdentityServer } from './identity-server';
import { type PersonBrowser } from './person-browser';

export interface StoredPayload {
  readonly kind: string;
  readonly id: string;
  readonly change: (payload: AdapterPayload) => AdapterPayload;
}

/** Rewrites a stored payload of the library, to simulate the passage of time. */
export async function changePayload(
  { stores }: IdentityServer,
  { kind, id, change }: StoredPayload,
): Promise<void> {
  const database = await Database.open({ url: stores.databaseUrl, poolSize: 1 });
  try {
    const adapter = new PayloadAdapter(kind, database, Keyring.load(stores.keyringFile));
    const payload = await adapter.find(id);
    if (!payload) throw new Error(`there is no such ${kind}`);
    await adapter.upsert(id, change(payload), 3600);
  } finally {
    await database.close();
  }
}

/** Changes the session of a browser at the provider. */
export function changeSession(
  identity: IdentityServer,
  { cookies }: PersonBrowser,
  change: AdapterPayload,
): Promise<void> {
  const id = cookies.get('session')?.value ?? '';
  return changePayload(identity, { kind: 'Session', id, change: (before) => ({ ...before, ...change }) });
}

/** Makes the sign-in of a session at the provider an hour older: its second factor no longer counts for a write. */
export function ageSession(identity: IdentityServer, id: string): Promise<void> {
  return changePayload(identity, {
    kind: 'Session',
    id,
    change: (before) => ({ ...before, loginTs: Number(before.loginTs) - 3600 }),
  });
}
