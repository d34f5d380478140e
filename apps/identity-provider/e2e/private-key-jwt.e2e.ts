import { given } from '@governance/testing';
import * as openid from 'openid-client';
import { randomUUID } from 'node:crypto';
import { type AssertionChanges, assertionForm, assertionOf } from './support/assertions';
import { apiUrl } from './support/identity-server';
import {
  addKeyMachine,
  addOrganization,
  ecKey,
  edKey,
  type KeyMachine,
  pemOf,
  rsaKey,
} from './support/machines';
import { discover } from './support/openid';
import { sharedProvider } from './support/shared-provider';

const webCrypto = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
  ES384: { name: 'ECDSA', namedCurve: 'P-384' },
  ES512: { name: 'ECDSA', namedCurve: 'P-521' },
  EdDSA: { name: 'Ed25519' },
};

const now = (): number => Math.floor(Date.now() / 1000);

describe('a client with a key', () => {
  const identity = given(sharedProvider);
  let machine: KeyMachine;

  beforeAll(async () => {
    await addOrganization(identity.manage);
    machine = await addKeyMachine(identity.manage, ecKey());
  });

  async function present(changes: AssertionChanges = {}, by = machine): Promise<[number, unknown]> {
    const form = assertionForm(await assertionOf(by, identity.issuer, changes));
    const { status, body } = await identity.token(form);
    return [status, body.error];
  }

  const keys = {
    RS256: rsaKey,
    PS256: rsaKey,
    ES256: ecKey,
    ES384: () => ecKey('P-384'),
    ES512: () => ecKey('P-521'),
    EdDSA: edKey,
  };

  describe.each(Object.entries(keys))('that signs by %s', (alg, createKey) => {
    it('gets a token with an independent client § rfc7523-5a', async () => {
      const pair = createKey();
      const { clientId } = await addKeyMachine(identity.manage, pair);
      const algorithm = webCrypto[alg as keyof typeof webCrypto];
      const key = pair.privateKey.toCryptoKey(algorithm, false, ['sign']);
      // A client of the latest specification names the issuer alone.
      const config = await discover({
        issuer: identity.issuer,
        clientId,
        authentication: openid.PrivateKeyJwt(key),
      });
      expect(await openid.clientCredentialsGrant(config)).toMatchObject({ expires_in: 600 });
    });

    it('gets one under the name that RFC 7518 and RFC 8037 give the algorithm', async () => {
      const other = await addKeyMachine(identity.manage, createKey());
      expect(await present({ alg }, other)).toEqual([200, undefined]);
    });
  });

  it('is refused when it signs with an algorithm that its key does not support', async () => {
    const rsa = await addKeyMachine(identity.manage, rsaKey());
    for (const alg of ['RS384', 'RS512', 'PS384', 'PS512']) {
      expect(await present({ alg }, rsa)).toEqual([401, 'invalid_client']);
    }
  });

  const refused: [string, () => AssertionChanges][] = [
    ['is for several audiences', () => ({ claims: { aud: [identity.issuer, apiUrl] } })],
    ['is for the issuer twice', () => ({ claims: { aud: [identity.issuer, identity.issuer] } })],
    ['has an empty list as audience', () => ({ claims: { aud: [] } })],
    ['is for another endpoint', () => ({ claims: { aud: `${identity.issuer}/token/revocation` } })],
    [
      'is for another spelling of the token endpoint',
      () => ({ claims: { aud: `${identity.issuer}/token/` } }),
    ],
    ['is for the token endpoint of another host', () => ({ claims: { aud: 'https://evil.example/token' } })],
    ['is for another spelling of the issuer', () => ({ claims: { aud: `${identity.issuer}/` } })],
    ['has no audience', () => ({ claims: { aud: undefined } })],
    ['never expires', () => ({ claims: { exp: undefined } })],
    ['has expired', () => ({ claims: { exp: now() - 60 } })],
    ['expires more than an hour ahead', () => ({ claims: { exp: now() + 3_660 } })],
    ['expires at a text', () => ({ claims: { exp: String(now() + 60) } })],
    ['is issued in the future', () => ({ claims: { iat: now() + 60 } })],
    ['is issued at a text', () => ({ claims: { iat: String(now()) } })],
    ['is not valid yet', () => ({ claims: { nbf: now() + 60 } })],
    ['has no id', () => ({ claims: { jti: undefined } })],
    ['has an id that is no text', () => ({ claims: { jti: 7 } })],
    ['is issued by another client', () => ({ claims: { iss: randomUUID() } })],
    ['is about another client', () => ({ claims: { sub: randomUUID() } })],
    ['is signed by another key', () => ({ key: ecKey().privateKey })],
    ['is an access token', () => ({ header: { typ: 'at+jwt' } })],
    ['has a critical header', () => ({ header: { crit: ['x-new'], 'x-new': true } })],
  ];

  it.each(refused)(
    'is refused when its assertion %s § core-3.1.3.1a core-9c rfc7523-3.2a rfc7523-3a rfc7523-3b rfc7523-3c rfc7523-3d rfc7523-3e V10.4.10',
    async (_case, changes) => {
      expect(await present(changes())).toEqual([401, 'invalid_client']);
    },
  );

  it.each([
    ['says nothing of its beginning', () => ({ claims: { iat: undefined, nbf: undefined } })],
    ['comes from a clock that is 5 seconds ahead', () => ({ claims: { iat: now() + 5, nbf: now() + 5 } })],
    ['expires an hour ahead', () => ({ claims: { exp: now() + 3_600 } })],
    ['is for a list with the issuer alone', () => ({ claims: { aud: [identity.issuer] } })],
    ['is for the token endpoint', () => ({ claims: { aud: `${identity.issuer}/token` } })],
    ['names a key that is not registered', () => ({ header: { kid: 'my key' } })],
    ['names its type', () => ({ header: { typ: 'client-authentication+jwt' } })],
    ['names the old type', () => ({ header: { typ: 'JWT' } })],
    [
      'points to foreign keys, which are not fetched',
      () => ({ header: { jku: 'https://example.org/jwks' } }),
    ],
  ])('gets a token when its assertion %s', async (_case, changes) => {
    expect(await present(changes())).toEqual([200, undefined]);
  });

  it('is refused with an assertion without signature, or by a public key as a secret § discovery-3f rfc7523-3e', async () => {
    const [, payload = ''] = (await assertionOf(machine, identity.issuer)).split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    expect((await identity.token(assertionForm(unsigned))).body.error).toBe('invalid_client');
    const key = await crypto.subtle.importKey(
      'raw',
      Buffer.from('x'.repeat(32)),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    );
    const hmac = await assertionOf(machine, identity.issuer, { alg: 'HS256', key: key as never });
    expect((await identity.token(assertionForm(hmac))).body.error).toBe('invalid_client');
  });

  it('is refused when it also sends a secret, or another client id § rfc7523-2.2b', async () => {
    const form = assertionForm(await assertionOf(machine, identity.issuer));
    for (const more of [{ client_secret: 'canary' }, { client_id: randomUUID() }]) {
      const { status, body } = await identity.token({ ...form, ...more });
      expect([status, body.error]).toEqual([400, 'invalid_request']);
    }
  });

  it('is refused once its key has expired, without a reason § rfc7523-3c', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const expiring = await addKeyMachine(identity.manage, ecKey(), soon);
    expect(await present({}, expiring)).toEqual([200, undefined]);
    await identity.stores.sql(`UPDATE identity.clients SET key_expires_at = now() WHERE id = $1`, [
      expiring.clientId,
    ]);
    const { status, text } = await identity.token(
      assertionForm(await assertionOf(expiring, identity.issuer)),
    );
    expect(status).toBe(401);
    expect(text).toBe('{"error":"invalid_client","error_description":"client authentication failed"}');
  });

  it('loses the old key at once when it is replaced', async () => {
    const [first, second] = [ecKey(), rsaKey()];
    const changed = await addKeyMachine(identity.manage, first);
    const { status } = await identity.manage('PUT', `/clients/${changed.clientId}/key`, {
      revision: 'second',
      publicKey: pemOf(second.publicKey),
    });
    expect(status).toBe(200);
    expect(await present({}, changed)).toEqual([401, 'invalid_client']);
    expect(await present({ alg: 'PS256', key: second.privateKey }, changed)).toEqual([200, undefined]);
  });
});
