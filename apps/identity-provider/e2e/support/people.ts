import { Keyring } from '@governance/keyring';
import { AuthenticatorApp } from '@governance/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { toBase32 } from '../../src/second-factor/base32';
import { type IdentityServer } from './identity-server';
import { type BrowserPage, type PersonBrowser } from './person-browser';

export const password = 'a long password of the tests';
/** Of the password, with the costs of the product, so that only the sign-in computes one. */
const passwordHash =
  '$argon2id$v=19$m=65536,t=3,p=4$W7Wo6MGJNh0oV0LroAVQFw$+moYUqg4Ig2AEN04EKLYmWR3D0PjvK5QapAqlRwfYk8';

/** Of an account admin, as tokens have them. */
export const adminPermissions = [
  'self:profile:read',
  'self:profile:write',
  'self:organization:read',
  'm2m:credentials:read',
  'm2m:credentials:write',
  'm2m:trust-rules:read',
  'm2m:trust-rules:write',
  'org:invitations:read',
  'org:invitations:write',
  'org:members:read',
  'org:members:write',
  'org:connections:write',
  'org:audit:read',
  'org:clients:read',
  'org:clients:write',
  'org:results:read',
  'org:results:write',
];

export interface TestPerson {
  readonly userId: string;
  readonly email: string;
  readonly password: string;
  /** The secret of the authenticator app; undefined: no app. */
  readonly secret: Buffer | undefined;
}

export interface NewPerson {
  /** Organizations and roles; missing organizations are created. */
  readonly places?: readonly (readonly [
    orgId: string,
    role: 'account-admin' | 'client-manager' | 'viewer',
  ])[];
  readonly mfaMaxAge?: number;
  readonly app?: boolean;
}

export async function addPerson(
  { manage, stores }: Pick<IdentityServer, 'manage' | 'stores'>,
  { places = [['org_acme', 'account-admin']], mfaMaxAge = 0, app = false }: NewPerson = {},
): Promise<TestPerson> {
  const userId = `user_${randomUUID()}`;
  const email = `${userId}@example.com`;
  const secret = app ? randomBytes(20) : undefined;
  const put = async (path: string, body: object): Promise<void> => {
    const { status, text } = await manage('PUT', path, body);
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
  };
  await put(`/users/${userId}`, { email, emailVerified: true, name: 'Assessor' });
  const sealed = { table: 'identity.passwords', column: 'hash', row: userId };
  const hash = Keyring.load(stores.keyringFile).seal(passwordHash, sealed);
  await stores.sql('INSERT INTO identity.passwords (user_id, hash) VALUES ($1, $2)', [userId, hash]);
  if (secret) await put(`/users/${userId}/totp`, { secret: toBase32(secret) });
  for (const [orgId, role] of places) {
    // A name without the id: pages show names, and no ids.
    const name = `Organization ${orgId.replace(/_[\da-f]{8}-.*/, '')}`;
    await put(`/organizations/${orgId}`, { name, mfaMaxAge });
    await put(`/organizations/${orgId}/memberships/${userId}`, { role });
  }
  return { userId, email, password, secret };
}

const apps = new Map<string, AuthenticatorApp>();

/** An unused code of a user's app. */
export function freshCode({ userId, secret }: TestPerson): Promise<string> {
  if (!secret) throw new Error('the person has no app');
  const app = apps.get(userId) ?? new AuthenticatorApp(secret);
  apps.set(userId, app);
  return app.nextCode();
}

/** Completes a sign-in from the password page on. */
export async function signIn(browser: PersonBrowser, person: TestPerson): Promise<BrowserPage> {
  const page = await browser.submit('/password', { email: person.email, password: person.password });
  return person.secret ? browser.submit('/code', { code: await freshCode(person) }) : page;
}

export interface TestConnection {
  readonly orgId: string;
  readonly id: string;
  readonly name: string;
  readonly secondFactor?: { readonly acrValues: readonly string[]; readonly amrValues: readonly string[] };
}

const umbrella: TestConnection = { orgId: 'org_sso', id: 'con_1', name: 'Umbrella login' };

/** As if the account had been asserted by a connection, which is added. */
export async function moveToConnection(
  { manage, stores }: Pick<IdentityServer, 'manage' | 'stores'>,
  person: Pick<TestPerson, 'userId'>,
  { orgId, id, name, secondFactor }: TestConnection = umbrella,
): Promise<void> {
  const upstream = { issuer: 'https://login.example.org', clientId: 'governance', clientSecret: 'secret' };
  const path = `/organizations/${orgId}`;
  await manage('PUT', path, { name: 'Umbrella' });
  const connection = { name, type: 'enterprise', upstream: { ...upstream, secondFactor } };
  const { status, text } = await manage('PUT', `${path}/connections/${id}`, connection);
  if (status !== 200) throw new Error(`not connected: ${status} ${text}`);
  await assertedBy(stores, { ...person, connectionId: id });
}

/** As if the account had been asserted by the connection. */
export async function assertedBy(
  { sql }: Pick<IdentityServer['stores'], 'sql'>,
  { userId, connectionId }: { readonly userId: string; readonly connectionId: string },
): Promise<void> {
  await sql('DELETE FROM identity.passwords WHERE user_id = $1', [userId]);
  await sql('UPDATE identity.users SET connection_id = $2 WHERE id = $1', [userId, connectionId]);
}
