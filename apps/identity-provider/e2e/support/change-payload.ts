import { Keyring } from '@governance/keyring';
import { type AdapterPayload } from 'oidc-provider';
import { Database } from '@governance/postgres';
import { PayloadAdapter } from '../../src/oauth/payload.adapter';
import { type IdentityApp } from './identity-app';

export interface StoredPayload {
  readonly kind: string;
  readonly id: string;
  readonly change: (payload: AdapterPayload) => AdapterPayload;
}

/** Rewrites a stored payload of the library, to simulate the passage of time. */
export async function changePayload(
  { app, stores }: IdentityApp,
  { kind, id, change }: StoredPayload,
): Promise<void> {
  const adapter = new PayloadAdapter(kind, app.get<Database>(Database), Keyring.load(stores.keyringFile));
  const payload = await adapter.find(id);
  if (!payload) throw new Error(`there is no such ${kind}`);
  await adapter.upsert(id, change(payload), 3600);
}
