import { type HttpAnswer } from '@governance/testing';
import { Logger } from '@nestjs/common';
import { calculateJwkThumbprint, exportJWK } from 'jose';
import { createPublicKey, randomBytes, randomUUID } from 'node:crypto';
import { type ClientWithKeys } from '../src/oauth/client-keys';
import { LiveProvider } from '../src/oauth/live-provider';
import { assertionForm, assertionOf, type AssertionChanges } from './support/assertions';
import { addKeyMachine, addOrganization, ecKey, type KeyMachine, rsaKey } from './support/machines';
import { givenApp } from './support/shared-app';

const now = (): number => Math.floor(Date.now() / 1000);

/** The assertions of independent clients that are configured only with key, client id and token endpoint. */
describe('the assertion of a client library', () => {
  const { identity } = givenApp();
  let rsa: KeyMachine;
  let ec: KeyMachine;

  beforeAll(async () => {
    await addOrganization(identity.manage);
    rsa = await addKeyMachine(identity.manage, rsaKey());
    ec = await addKeyMachine(identity.manage, ecKey());
  });

  async function present(by: KeyMachine, changes: AssertionChanges): Promise<HttpAnswer> {
    return identity.token(assertionForm(await assertionOf(by, identity.issuer, changes)));
  }

  async function thumbprintOf({ privateKey }: KeyMachine): Promise<string> {
    return calculateJwkThumbprint(await exportJWK(createPublicKey(privateKey)));
  }

  const shapes: [string, () => KeyMachine, () => Promise<AssertionChanges>][] = [
    [
      'authlib: for the token endpoint, an hour, with the thumbprint',
      () => rsa,
      async () => ({
        alg: 'RS256',
        header: { typ: 'JWT', kid: await thumbprintOf(rsa) },
        claims: { aud: `${identity.issuer}/token`, exp: now() + 3_600 },
      }),
    ],
    [
      'Spring Security: for the token endpoint in a list, a minute, with the id of its key',
      () => rsa,
      () =>
        Promise.resolve({
          alg: 'RS256',
          header: { kid: randomUUID() },
          claims: { aud: [`${identity.issuer}/token`], exp: now() + 60 },
        }),
    ],
    [
      'openid-client: for the issuer, a minute, not before now',
      () => ec,
      () => Promise.resolve({ claims: { nbf: now(), exp: now() + 60 } }),
    ],
    [
      'Go (golang-jwt): for a list, ten minutes, no iat, with a short id',
      () => ec,
      () =>
        Promise.resolve({
          header: { typ: 'JWT', kid: '1' },
          claims: {
            aud: [identity.issuer],
            iat: undefined,
            jti: randomBytes(16).toString('hex'),
            exp: now() + 600,
          },
        }),
    ],
  ];

  it.each(shapes)('gets a token as %s § rfc7523-5a', async (_shape, machineOf, changesOf) => {
    const { status, text } = await present(machineOf(), await changesOf());
    expect([status, text]).toEqual([200, expect.stringContaining('access_token') as string]);
  });

  it('can be used once, even with a late expiry § core-9c rfc7523-3f', async () => {
    const form = assertionForm(
      await assertionOf(ec, identity.issuer, { claims: { jti: 'once-only', exp: now() + 3_600 } }),
    );
    expect([(await identity.token(form)).status, (await identity.token(form)).status]).toEqual([200, 401]);
    const [kept] = await identity.stores.sql(
      `SELECT count(*)::int AS count FROM identity.used_assertions WHERE expires_at > now() + interval '1 hour'`,
    );
    expect(kept?.count).toBeGreaterThanOrEqual(1);
  });

  it('is tried against both of two keys when its kid names neither', async () => {
    const { provider } = identity.get(LiveProvider);
    const { asymmetricKeyStore: keys } = (await provider.Client.find(ec.clientId)) as ClientWithKeys;
    keys.add({ ...ecKey().publicKey.export({ format: 'jwk' }), kid: 'second' });
    const countOf = (kid?: string): number => keys.selectForVerify({ alg: 'ES256', kid }).length;
    expect([countOf('second'), countOf('unknown key'), countOf()]).toEqual([1, 2, 2]);
    expect(keys.selectForVerify({ alg: 'RS256', kid: 'second' })).toEqual([]);
  });

  const refused: [string, () => AssertionChanges][] = [
    [
      'aud is not the issuer or the token endpoint alone',
      () => ({ claims: { aud: [identity.issuer, 'x'] } }),
    ],
    ['exp is more than an hour ahead', () => ({ claims: { exp: now() + 7_200 } })],
    ['jwt expired', () => ({ claims: { exp: now() - 60 } })],
    ['iat is not a time in the past', () => ({ claims: { iat: now() + 60 } })],
    ['typ is that of another JWT', () => ({ header: { typ: 'at+jwt' } })],
    ['alg does not fit a registered key', () => ({ alg: 'RS256', key: rsa.privateKey })],
    ['the signature is not by a registered key', () => ({ key: ecKey().privateKey })],
    ['iss (JWT issuer) must be the client_id', () => ({ claims: { iss: 'another-person' } })],
    ['the assertion has been used before', () => ({ claims: { jti: 'once-only' } })],
  ];

  it.each(refused)('is refused with the reason in the log: %s', async (reason, changes) => {
    const lines: unknown[] = [];
    const note = (line: unknown): number => lines.push(line);
    Logger.overrideLogger({ log: note, warn: note, error: note });
    const assertion = await assertionOf(ec, identity.issuer, changes());
    const { status, body } = await identity.token(assertionForm(assertion));
    Logger.overrideLogger(false);
    expect([status, body.error_description]).toEqual([401, 'client authentication failed']);
    expect(lines).toContainEqual({
      msg: 'token refused',
      code: 'invalid_client',
      reason,
      clientId: ec.clientId,
    });
    for (const part of assertion.split('.')) expect(JSON.stringify(lines)).not.toContain(part);
  });
});
