import { BuiltProgram, type ProgramEnd } from '@governance/testing';
import { Keyring } from '@governance/keyring';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JWK, jwtVerify } from 'jose';
import { Database } from '@governance/postgres';
import { readDevTokenRequest } from '../src/development/dev-token-request';
import { DevTokens } from '../src/development/dev-tokens';
import { UsersStore } from '../src/people/users.store';
import { PlacesStore } from '../src/organizations/places.store';
import { SigningKeyStore } from '../src/signing/signing-key.store';
import { type IdentityApp } from './support/identity-app';
import { apiUrl } from './support/identity-server';
import { adminPermissions } from './support/people';
import { sharedApp } from './support/shared-app';

const claimsNamespace = 'https://governance.example/claims/';
const emails = { admin: 'admin@acme.example', viewer: 'viewer@acme.example', nonMember: 'new@acme.example' };

describe('a development token', () => {
  let app: IdentityApp;
  let database: Database;
  let tokens: DevTokens;
  let now: Date;
  let iat: number;

  const tokenOf = (email: string, ...args: string[]) =>
    tokens.sign(readDevTokenRequest(['--user', email, ...args], now), now);
  const claimsOf = async (email: string, ...args: string[]) => decodeJwt(await tokenOf(email, ...args));
  const own = (name: string) => claimsNamespace + name;

  async function addPerson(email: string, roles: Readonly<Record<string, string>>): Promise<void> {
    const id = `user-${email.split('@')[0] ?? ''}`;
    await app.manage('PUT', `/users/${id}`, { email, emailVerified: true, name: 'Test Person' });
    for (const [orgId, role] of Object.entries(roles))
      await app.manage('PUT', `/organizations/${orgId}/memberships/${id}`, { role });
  }

  beforeAll(async () => {
    ({ identity: app } = await sharedApp());
    now = new Date();
    iat = Math.floor(now.getTime() / 1_000);
    await app.manage('PUT', '/organizations/org_acme', { name: 'Acme MSP', mfaMaxAge: 300 });
    await app.manage('PUT', '/organizations/a_later_one', { name: 'Globex MSP' });
    await addPerson(emails.admin, { org_acme: 'account-admin', a_later_one: 'viewer' });
    await addPerson(emails.viewer, { org_acme: 'viewer' });
    await addPerson(emails.nonMember, {});
    const keyring = Keyring.load(app.stores.keyringFile);
    database = await Database.open({ url: app.stores.databaseUrl });
    const shape = { issuer: app.issuer, apiUrl, claimsNamespace };
    const stores = {
      users: new UsersStore(database, keyring),
      places: new PlacesStore(database),
      keys: new SigningKeyStore(database, keyring),
    };
    tokens = new DevTokens(stores, shape);
  });
  afterAll(() => database.close());

  it('equals the token of a user who has signed in', async () => {
    const { body } = await app.call('/jwks');
    const keys = createLocalJWKSet({ keys: body.keys as JWK[] });
    const verified = await jwtVerify(await tokenOf(emails.admin), keys, {
      issuer: app.issuer,
      audience: apiUrl,
    });
    expect(verified.protectedHeader).toEqual({
      typ: 'at+jwt',
      alg: 'ES256',
      kid: expect.any(String) as string,
    });
    expect(verified.payload).toEqual({
      iss: app.issuer,
      aud: apiUrl,
      sub: 'user-admin',
      client_id: 'governance-cli',
      jti: expect.any(String) as string,
      iat,
      exp: iat + 600,
      auth_time: iat,
      sid: expect.any(String) as string,
      org_id: 'org_acme',
      permissions: adminPermissions,
      scope: 'openid profile email offline_access api:full:read api:full:write',
      [own('email')]: emails.admin,
      [own('email_verified')]: true,
      [own('name')]: 'Test Person',
      [own('roles')]: ['account-admin'],
      [own('mfa_at')]: iat,
      [own('mfa_max_age')]: 300,
      [own('org_name')]: 'Acme MSP',
      [own('has_other_orgs')]: true,
    });
  });

  it('permits what the role permits', async () => {
    const claims = await claimsOf(emails.viewer);
    expect(claims.permissions).toEqual(['self:profile:read', 'self:profile:write', 'self:organization:read']);
    expect(claims[own('roles')]).toEqual(['viewer']);
  });

  it('names no organization, and permits nothing, where there is none', async () => {
    const claims = await claimsOf(emails.nonMember);
    expect(claims.permissions).toEqual([]);
    expect(claims).not.toHaveProperty('org_id');
    expect(claims).not.toHaveProperty([own('mfa_max_age')]);
  });

  it('names the time of the second factor, and a sign-in that is not later', async () => {
    const { [own('mfa_at')]: mfaAt, auth_time: authTime } = await claimsOf(
      emails.admin,
      '--mfa-at',
      '2026-01-01T00:00:00Z',
    );
    expect([mfaAt, authTime]).toEqual([1_767_225_600, 1_767_225_600]);
    expect(await claimsOf(emails.admin, '--mfa-at', 'none')).not.toHaveProperty([own('mfa_at')]);
  });

  it('has the requested lifetime', async () => {
    expect((await claimsOf(emails.admin, '--expires-in', '-1')).exp).toBe(iat - 1);
  });

  it('takes claims as they are, however invalid, and leaves out what is null', async () => {
    const wanted = { exp: 'soon', aud: [1, {}], permissions: 'all', sub: null, extra: [true] };
    const [, payload = ''] = (await tokenOf(emails.admin, '--claims', JSON.stringify(wanted))).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    expect(claims).toMatchObject({ exp: 'soon', aud: [1, {}], permissions: 'all', extra: [true] });
    expect(claims).not.toHaveProperty('sub');
  });

  it('changes the header and signs with the same key', async () => {
    const token = await tokenOf(emails.admin, '--header', '{"alg":"HS256","kid":null,"crit":["x"]}');
    expect(decodeProtectedHeader(token)).toEqual({ typ: 'at+jwt', alg: 'HS256', crit: ['x'] });
    expect(Buffer.from(token.split('.')[2] ?? '', 'base64url')).toHaveLength(64);
  });

  it.each(['none', 'nOnE'])('has an empty signature with alg %s', async (alg) => {
    const token = await tokenOf(emails.admin, '--header', JSON.stringify({ alg }));
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.$/);
    expect(decodeProtectedHeader(token).alg).toBe(alg);
  });

  it('is refused for an unknown address', async () => {
    await expect(tokenOf('who@acme.example')).rejects.toThrow('No account has the address of --user.');
  });
});

describe('the program dev-token', () => {
  const run = (settings: Record<string, string | undefined>): Promise<ProgramEnd> =>
    new BuiltProgram('apps/identity-provider/dev-token.js', settings).ended;

  it.each([undefined, 'production', 'staging', 'Development'])(
    'makes nothing outside development: %j § V13.4.2',
    async (ENVIRONMENT) => {
      expect(await run({ ENVIRONMENT })).toEqual({
        code: 1,
        stdout: '',
        stderr: 'Tokens are made by hand in development only: ENVIRONMENT is not "development".\n',
      });
    },
  );

  it('lists missing settings', async () => {
    const { code, stdout, stderr } = await run({ ENVIRONMENT: 'development' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/ISSUER[^]*API_URL[^]*CLAIMS_NAMESPACE[^]*DATABASE_URL[^]*KEYRING_FILE/);
  });
});
