import { given, opened } from '@governance/testing';
import * as openid from 'openid-client';
import { decodeJwt } from 'jose';
import { randomUUID } from 'node:crypto';
import { assertionForm, assertionOf } from './support/assertions';
import { startIdentityApp } from './support/identity-app';
import { type IdentityServer } from './support/identity-server';
import {
  addOrganization,
  addSecretMachine,
  ecKey,
  newClient,
  newSecret,
  pemOf,
  type SecretMachine,
} from './support/machines';
import { discover } from './support/openid';
import { sharedProvider } from './support/shared-provider';

describe('a client with a secret', () => {
  const identity = given(sharedProvider);
  let machine: SecretMachine;

  beforeAll(async () => {
    await addOrganization(identity.manage);
  });
  beforeEach(async () => {
    machine = await addSecretMachine(identity.manage);
  });

  function tryToken(secret: string): Promise<number> {
    const form = { client_id: machine.clientId, client_secret: secret };
    return identity.token(form).then(({ status }) => status);
  }

  it.each([
    ['client_secret_basic', () => openid.ClientSecretBasic(machine.secret)],
    ['client_secret_post', () => openid.ClientSecretPost(machine.secret)],
  ])('gets a token by %s § core-9a', async (_name, authentication) => {
    const { issuer } = identity;
    const { clientId } = machine;
    const config = await discover({ issuer, clientId, authentication: authentication() });
    const tokens = await openid.clientCredentialsGrant(config);
    expect(tokens).toMatchObject({
      token_type: 'bearer',
      expires_in: 600,
      scope: 'api:full:read api:full:write',
    });
    expect(decodeJwt(tokens.access_token).sub).toBe(machine.clientId);
  });

  it('gets no token with another secret, with none, or with the stored hash § core-3.1.3.1a V10.4.10', async () => {
    const [row] = await identity.stores.sql('SELECT secret_mac FROM identity.clients WHERE id = $1', [
      machine.clientId,
    ]);
    const stored = row?.secret_mac as Buffer;
    const wrong = [
      newSecret(),
      machine.secret.slice(0, -1),
      stored.toString('base64url'),
      stored.toString('hex'),
    ];
    for (const secret of wrong) expect(await tryToken(secret)).toBe(401);
    expect((await identity.token({ client_id: machine.clientId })).status).toBe(401);
    expect(await tryToken(machine.secret)).toBe(200);
  });

  it('learns only that authentication failed, in JSON that must not be cached', async () => {
    const answer = await identity.token(
      { client_id: machine.clientId, client_secret: 'canary-secret' },
      { accept: 'text/html' },
    );
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      error: 'invalid_client',
      error_description: 'client authentication failed',
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('gets the same response whether it exists or not', async () => {
    const form = { client_id: '00000000-0000-4000-8000-000000000000', client_secret: machine.secret };
    const answers = [await identity.token(form), await identity.token({ ...form, client_id: 'no uuid \0' })];
    for (const { status, body } of answers) {
      expect(status).toBe(401);
      expect(body).toEqual({ error: 'invalid_client', error_description: 'client authentication failed' });
    }
  });

  it('names the scheme that failed', async () => {
    const basic = Buffer.from(`${machine.clientId}:wrong`).toString('base64');
    const { status, headers } = await identity.token({}, { authorization: `Basic ${basic}` });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toMatch(/^Basic /);
  });

  it('is refused when it authenticates in two ways at once § core-9a', async () => {
    const basic = Buffer.from(`${machine.clientId}:${machine.secret}`).toString('base64');
    const form = { client_id: machine.clientId, client_secret: machine.secret };
    const { status, body } = await identity.token(form, { authorization: `Basic ${basic}` });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it('loses the old secret at once when it is rotated, and 50 rotations leave one that works', async () => {
    const secrets = Array.from({ length: 50 }, newSecret);
    const path = `/clients/${machine.clientId}/secret`;
    const answers = await Promise.all(
      secrets.map((secret, index) => identity.manage('PUT', path, { revision: `r${index}`, secret })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await tryToken(machine.secret)).toBe(401);
    const working = [];
    for (const secret of secrets) if ((await tryToken(secret)) === 200) working.push(secret);
    expect(working).toHaveLength(1);
  });

  it('loses both secrets of an overlap when a process of the previous release rotates them', async () => {
    const [second, third] = [newSecret(), newSecret()];
    const overlapUntil = '2100-01-01T00:00:00Z';
    const path = `/clients/${machine.clientId}/secret`;
    await identity.manage('PUT', path, { revision: 'r2', secret: second, overlapUntil });
    expect([await tryToken(machine.secret), await tryToken(second)]).toEqual([200, 200]);
    const other = await addSecretMachine(identity.manage);
    await identity.manage('PUT', `/clients/${other.clientId}/secret`, { revision: 'r3', secret: third });
    await identity.stores.sql(
      `UPDATE identity.clients SET revision = 'r3', rotated_at = now(),
         secret_mac = (SELECT secret_mac FROM identity.clients WHERE id = $2) WHERE id = $1`,
      [machine.clientId, other.clientId],
    );
    const secrets = [machine.secret, second, third];
    expect(await Promise.all(secrets.map(tryToken))).toEqual([401, 401, 200]);
  });

  it('is not confused with concurrent clients', async () => {
    const machines = [machine];
    while (machines.length < 4) machines.push(await addSecretMachine(identity.manage));
    const ask = (
      secrets: readonly SecretMachine[],
    ): Promise<{ status: number; body: { access_token?: unknown } }[]> =>
      Promise.all(
        machines.map(({ clientId }, place) =>
          identity.token({ client_id: clientId, client_secret: secrets[place]?.secret ?? '' }),
        ),
      );
    const subjects = (await ask(machines)).map(({ body }) => decodeJwt(String(body.access_token)).sub);
    expect(subjects).toEqual(machines.map(({ clientId }) => clientId));
    const exchanged = await ask(machines.toReversed());
    expect(exchanged.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  it('gets no token in the first request after its deletion', async () => {
    expect(await tryToken(machine.secret)).toBe(200);
    expect((await identity.manage('DELETE', `/clients/${machine.clientId}`)).status).toBe(204);
    expect(await tryToken(machine.secret)).toBe(401);
    expect((await identity.manage('DELETE', `/clients/${machine.clientId}`)).status).toBe(204);
  });

  it('has no other grant § V10.4.4', async () => {
    const form = { client_id: machine.clientId, client_secret: machine.secret };
    for (const grant_type of [
      'password',
      'implicit',
      'authorization_code',
      'refresh_token',
      'urn:example:other',
    ]) {
      const { status, body } = await identity.token({ ...form, grant_type, username: 'a', password: 'b' });
      expect(status).toBe(400);
      expect(['unsupported_grant_type', 'invalid_request']).toContain(body.error);
    }
  });
});

const allowedNetworks = ['192.0.2.0/24', '2001:db8::/32'];

describe('a client with allowed networks', () => {
  const identity = opened(() => startIdentityApp({ TRUST_PROXY: 1 }));
  const direct = given(sharedProvider);
  beforeAll(async () => {
    await addOrganization(identity.manage);
    await addOrganization(direct.manage);
  });

  async function add(authentication: object, at: IdentityServer = identity): Promise<string> {
    const client = { ...newClient(authentication), allowedNetworks };
    const { status, text, body } = await at.manage('PUT', `/client-tags/${randomUUID()}`, client);
    expect([status, text]).toEqual([200, expect.any(String)]);
    return String(body.clientId);
  }
  const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });
  const basic = (clientId: string, secret: string): Record<string, string> => ({
    authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
  });

  it.each([
    ['192.0.2.7', 200],
    ['::ffff:192.0.2.7', 200],
    ['2001:DB8::7', 200],
    ['192.0.2.7:4711', 200],
    ['[2001:db8::7]:4711', 200],
    ['198.51.100.1', 401],
    ['198.51.100.1:4711', 401],
    ['192.0.2.7, 198.51.100.1', 401],
    ['::192.0.2.7', 401],
    ['unknown', 401],
  ])('that calls from %s gets %i, with a secret or a key', async (address, expected) => {
    const [secret, pair] = [newSecret(), ecKey()];
    const withSecret = await add({ method: 'secret', secret });
    const posted = { client_id: withSecret, client_secret: secret };
    const withKey = await add({ method: 'key', publicKey: pemOf(pair.publicKey) });
    const machine = { clientId: withKey, privateKey: pair.privateKey };
    const asserted = assertionForm(await assertionOf(machine, identity.issuer));
    const answers = [
      await identity.token(posted, from(address)),
      await identity.token({}, { ...basic(withSecret, secret), ...from(address) }),
      await identity.token(asserted, from(address)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([expected, expected, expected]);
    if (expected === 200) return;
    expect(answers.map(({ body }) => body.error)).toEqual(Array(3).fill('invalid_client'));
  });

  it('gets the answer to a wrong secret from outside, so that a leaked one cannot be tried out there', async () => {
    const secret = newSecret();
    const client_id = await add({ method: 'secret', secret });
    const outside = from('198.51.100.1');
    const right = await identity.token({ client_id, client_secret: secret }, outside);
    const wrong = await identity.token({ client_id, client_secret: newSecret() }, outside);
    expect([right.status, right.text]).toEqual([wrong.status, wrong.text]);
  });

  it('is not believed about its address without a trusted proxy § V4.1.3', async () => {
    const secret = newSecret();
    const client_id = await add({ method: 'secret', secret }, direct);
    for (const headers of [from('192.0.2.7'), { forwarded: 'for=192.0.2.7' }, {}]) {
      const { status, body } = await direct.token({ client_id, client_secret: secret }, headers);
      expect([status, body.error]).toEqual([401, 'invalid_client']);
    }
  });
});
