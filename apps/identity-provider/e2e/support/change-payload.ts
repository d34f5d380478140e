import { Keyring } from '@governance/keyring';
import { type AdapterPayload } from 'oidc-provider';
import { Database } from '@governance/postgres';
import { randomUUID } from 'node:crypto';
import { sessionSeconds } from '../../src/oauth/lifetimes';
import { PayloadAdapter } from '../../src/oauth/payload.adapter';
import { secondFactorAcr } from '../../src/oauth/people-scopes';
import { type IdentityServer } from './identity-server';
import { type TestPerson } from './people';
import { PersonBrowser } from './person-browser';

export interface StoredPayload {
  readonly kind: string;
  readonly id: string;
  readonly change: (payload: AdapterPayload) => AdapterPayload;
}

/** Rewrites a stored payload of the library, to simulate the passage of time. */
export async function changePayload(
  identity: Pick<IdentityServer, 'stores'>,
  { kind, id, change }: StoredPayload,
): Promise<void> {
  await withPayloads(identity, kind, async (adapter) => {
    const payload = await adapter.find(id);
    if (!payload) throw new Error(`there is no such ${kind}`);
    await adapter.upsert(id, change(payload), 3600);
  });
}

/**
 * Signs a person in to a browser with password and app, without the pages: for tests of what comes after a sign-in. The browser
 * does not become known to the account.
 */
export async function beginSession(
  identity: Pick<IdentityServer, 'issuer' | 'stores'>,
  { userId, secret }: Pick<TestPerson, 'userId' | 'secret'>,
  browser = new PersonBrowser(identity.issuer),
): Promise<PersonBrowser> {
  const [jti, now] = [randomUUID(), Math.floor(Date.now() / 1000)];
  const session = { jti, uid: randomUUID(), kind: 'Session', iat: now, exp: now + sessionSeconds };
  const login = secret ? { amr: ['pwd', 'otp', 'mfa'], acr: secondFactorAcr } : { amr: ['pwd'] };
  await withPayloads(identity, 'Session', (adapter) =>
    adapter.upsert(jti, { ...session, accountId: userId, loginTs: now, ...login }, sessionSeconds),
  );
  browser.cookies.set('session', { value: jti, path: '/' });
  return browser;
}

/** A browser on an account page of the person. */
export async function openAccount(
  identity: Pick<IdentityServer, 'issuer' | 'stores'>,
  person: TestPerson,
  path = '/account',
): Promise<PersonBrowser> {
  const browser = await beginSession(identity, person);
  await browser.open(path);
  return browser;
}

/** A connection for each database, until the end of the run. */
const databases = new Map<string, Promise<Database>>();

async function withPayloads(
  { stores: { databaseUrl: url, keyringFile } }: Pick<IdentityServer, 'stores'>,
  kind: string,
  work: (adapter: PayloadAdapter) => Promise<void>,
): Promise<void> {
  const database = databases.get(url) ?? Database.open({ url, poolSize: 1 });
  databases.set(url, database);
  await work(new PayloadAdapter(kind, await database, Keyring.load(keyringFile)));
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
export function ageSession(identity: Pick<IdentityServer, 'stores'>, id: string): Promise<void> {
  return changePayload(identity, {
    kind: 'Session',
    id,
    change: (before) => ({ ...before, loginTs: Number(before.loginTs) - 3600 }),
  });
}
