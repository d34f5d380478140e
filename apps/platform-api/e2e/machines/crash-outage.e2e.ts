import { makeKeyPair } from '@governance/iam/spec';
import { type BuiltProgram, callHttp, given } from '@governance/testing';
import { AccountAdmin, type IssuedCredential } from './account-admin';
import { type ClientOfProvider, clientsOf } from './crash-trials';
import { startSystem } from './system';
import { askForToken, type Proof, works } from './token-endpoint';

const orgId = 'org_outage';
const email = 'admin@example.com';
const [key, nextKey] = [makeKeyPair('ES256'), makeKeyPair('ES256')];
const unavailable = { status: 503, body: { error: 'temporarily_unavailable' } };

describe('while the identity provider is down', () => {
  const system = given(startSystem);
  let admin: AccountAdmin;
  let platforms: readonly string[];
  let worker: BuiltProgram;
  let withSecret: IssuedCredential;
  let withKey: IssuedCredential;
  let renamed: IssuedCredential;
  let revoked: IssuedCredential;
  let token: string;

  beforeAll(async () => {
    const { identity } = system;
    await identity.putOrganization(orgId, { mfaMaxAge: 300 });
    await identity.putMember({ orgId, email, role: 'account-admin' });
    const served = [await system.serve('platform-api/main'), await system.serve('platform-api/main')];
    platforms = served.map(({ origin }) => origin);
    admin = new AccountAdmin(platforms[0] ?? '', await identity.tokenOf(email));
    worker = (await system.serve('platform-api/worker', { RECONCILE_SECONDS: '1' })).program;

    withSecret = await admin.create({ name: 'With a secret' });
    withKey = await admin.create({ name: 'With a key', type: 'public_key', public_key: key.publicPem });
    renamed = await admin.create({ name: 'Before' });
    revoked = await admin.create({ name: 'Revoked' });
    const { body } = await askForToken(identity.issuer, revoked.clientId, revoked);
    token = String(body.access_token);
    // Both processes have cached the keys that sign tokens, as after earlier calls.
    expect(await statusesOfToken()).toEqual([200, 200]);
    await identity.crash();
  });
  afterAll(() => system.stop());

  function statusesOfToken(): Promise<number[]> {
    const headers = { authorization: `Bearer ${token}` };
    return Promise.all(
      platforms.map(async (origin) => (await callHttp(`${origin}/self/me`, { headers })).status),
    );
  }

  async function names(): Promise<string[]> {
    return (await admin.list()).map(({ name }) => name);
  }

  it('the list is still served', async () => {
    expect(await names()).toEqual(['Revoked', 'Before', 'With a key', 'With a secret']);
  });

  it.each(['client_secret', 'public_key'])(
    'a creation with a %s answers 503, and no credential exists',
    async (type) => {
      const body = { name: 'Never', type, ...(type === 'public_key' && { public_key: nextKey.publicPem }) };
      expect(await admin.ask('POST', '', { body })).toMatchObject(unavailable);
      expect(await names()).not.toContain('Never');
    },
  );

  it('a rotation answers 503', async () => {
    expect(await admin.ask('POST', `/${withSecret.id}/rotate-secret`)).toMatchObject(unavailable);
    const body = { new_public_key: nextKey.publicPem };
    expect(await admin.ask('POST', `/${withKey.id}/rotate-secret`, { body })).toMatchObject(unavailable);
  });

  it('a rename answers 200 and holds', async () => {
    const { status, body } = await admin.ask('PATCH', `/${renamed.id}`, { body: { name: 'After' } });
    expect([status, body.name]).toEqual([200, 'After']);
    expect(await names()).toContain('After');
  });

  it('a revocation answers 204, and tokens are refused at once by every process § V16.5.2', async () => {
    expect((await admin.ask('DELETE', `/${revoked.id}`)).status).toBe(204);
    expect(await statusesOfToken()).toEqual([401, 401]);
    expect(await names()).not.toContain('Revoked');
    expect((await admin.ask('DELETE', `/${revoked.id}`)).status).toBe(404);
  });

  describe('and after it is back', () => {
    let clients: readonly ClientOfProvider[];
    const settled = (): number =>
      worker.log().filter(({ msg }) => msg === 'unfinished change settled').length;

    beforeAll(async () => {
      await system.identity.restart();
      const unfinished = `SELECT kind FROM credential_intents ORDER BY kind`;
      const kinds = (await system.sql(unfinished)).map(({ kind }) => kind);
      expect(kinds).toEqual(['create', 'create', 'rename', 'revoke', 'rotate', 'rotate']);
      // The request holds an unfinished change for a minute; then the worker takes it.
      await system.sql(`UPDATE credential_intents SET lease_until = now() - interval '1 second'`);
      await worker.logged(() => settled() === kinds.length);
      expect(await system.sql(unfinished)).toEqual([]);
      clients = await clientsOf({ identity: system.identity, orgId, witness: admin });
    });

    it('the worker has settled all changes: names are up to date, and revoked or uncreated credentials have no client', async () => {
      expect(clients.map(({ name }) => name).toSorted()).toEqual(['After', 'With a key', 'With a secret']);
      expect((await names()).toSorted()).toEqual(['After', 'With a key', 'With a secret']);
    });

    it('unrotated credentials work as before, and revoked ones do not', async () => {
      const machines: readonly (readonly [IssuedCredential, Proof])[] = [
        [withSecret, withSecret],
        [withKey, key],
        [withKey, nextKey],
        [renamed, renamed],
        [revoked, revoked],
      ];
      const { issuer } = system.identity;
      expect(
        await Promise.all(machines.map(([{ clientId }, proof]) => works(issuer, clientId, proof))),
      ).toEqual([true, true, false, true, false]);
    });

    it('rotations succeed', async () => {
      const { issuer } = system.identity;
      const { secret } = await admin.rotate(withSecret.id);
      await admin.rotate(withKey.id, { new_public_key: nextKey.publicPem });
      expect(await works(issuer, withSecret.clientId, withSecret)).toBe(false);
      expect(await works(issuer, withSecret.clientId, { secret })).toBe(true);
      expect(await works(issuer, withKey.clientId, key)).toBe(false);
      expect(await works(issuer, withKey.clientId, nextKey)).toBe(true);
    });
  });
});
