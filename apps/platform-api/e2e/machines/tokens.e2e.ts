import { type KeyAlgorithm, keyAlgorithms } from '@governance/iam';
import { makeKeyPair } from '@governance/iam/spec';
import { callJson, given, type HttpAnswer, until } from '@governance/testing';
import { createPrivateKey } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as openid from 'openid-client';
import { sharedSurfaces } from './surfaces';

const webCrypto = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
  ES384: { name: 'ECDSA', namedCurve: 'P-384' },
  ES512: { name: 'ECDSA', namedCurve: 'P-521' },
  EdDSA: { name: 'Ed25519' },
};
const orgId = 'org_tokens';
const admin = 'tokens-admin@example.com';
const credentialsPath = '/iam/m2m-credentials';

/** A credential as returned by its creation. */
interface Credential {
  readonly id: string;
  readonly clientId: string;
  readonly secret: string;
}

describe('a machine', () => {
  const surfaces = given(sharedSurfaces);
  let adminToken: string;

  beforeAll(async () => {
    await surfaces.identity.putOrganization(orgId, { mfaMaxAge: 300 });
    await surfaces.identity.putMember({ orgId, email: admin, role: 'account-admin' });
    adminToken = await surfaces.identity.tokenOf(admin);
  });

  /** As the account admin, through the first process. */
  async function manage(method: string, path: string, body?: object): Promise<HttpAnswer> {
    return callJson(surfaces.platforms[0] + credentialsPath + path, { method, token: adminToken, body });
  }

  async function create(members: object): Promise<Credential> {
    const { status, text, body } = await manage('POST', '', { name: 'Nightly export', ...members });
    expect([status, text]).toEqual([201, expect.any(String)]);
    return {
      id: String(body.id),
      clientId: String(body.client_id),
      secret: String(body.client_secret),
    };
  }

  /** A token request by an independent client, with discovery. Rejects when it is refused. */
  async function askForToken(clientId: string, authentication: openid.ClientAuth): Promise<string> {
    const issuer = new URL(surfaces.identity.issuer);
    const config = await openid.discovery(issuer, clientId, undefined, authentication, {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so to stand out; the provider under test has no TLS
      execute: [openid.allowInsecureRequests],
    });
    return (await openid.clientCredentialsGrant(config)).access_token;
  }

  /** The error class differs between authentication methods; the status is the same. */
  const refused = { status: 401 };

  function get(origin: string, path: string, token: string): Promise<HttpAnswer> {
    return callJson(origin + path, { token });
  }

  /** How a token is treated: the statuses of both processes, and whether the public surface recognizes its bearer. */
  async function standing(token: string): Promise<{ statuses: number[]; isKnown: unknown }> {
    const answers = await Promise.all(surfaces.platforms.map((origin) => get(origin, '/self/me', token)));
    const { body } = await get(surfaces.website, '/api/me', token);
    return { statuses: answers.map(({ status }) => status), isKnown: body.authenticated };
  }

  const good = { statuses: [200, 200], isKnown: true };
  const dead = { statuses: [401, 401], isKnown: false };

  async function expectCalls(token: string, { clientId }: Credential): Promise<void> {
    const [origin] = surfaces.platforms;
    const me = await get(origin, '/self/me', token);
    expect([me.status, me.body]).toMatchObject([
      200,
      { sub: clientId, permissions: expect.arrayContaining(['m2m:credentials:read']) as unknown },
    ]);
    const list = await get(origin, credentialsPath, token);
    expect([list.status, list.body]).toMatchObject([
      200,
      { credentials: expect.arrayContaining([expect.objectContaining({ client_id: clientId })]) as unknown },
    ]);
  }

  interface Key {
    readonly publicPem: string;
    /** How the machine then authenticates. */
    readonly proof: openid.ClientAuth;
  }

  /** A key that is about to expire, with a token. */
  interface Expiring extends Pick<Key, 'proof'> {
    readonly clientId: string;
    readonly token: string;
    readonly expiresAt: Date;
  }

  function newKey(algorithm: KeyAlgorithm): Key {
    const { publicPem, privatePem } = makeKeyPair(algorithm);
    const key = createPrivateKey(privatePem).toCryptoKey(webCrypto[algorithm], false, ['sign']);
    return { publicPem, proof: openid.PrivateKeyJwt(key) };
  }

  describe.each([
    ['client_secret_basic', openid.ClientSecretBasic],
    ['client_secret_post', openid.ClientSecretPost],
  ])('with a secret, by %s', (_method, proofOf) => {
    it('gets tokens with its secret, and calls with them (spec 5.2.3) § 1.4c 5.2.3c', async () => {
      const credential = await create({ type: 'client_secret' });
      await expectCalls(await askForToken(credential.clientId, proofOf(credential.secret)), credential);
    });

    it('gets tokens only with the new secret after a rotation, and keeps its issued ones § 4.2ap', async () => {
      const { id, clientId, secret } = await create({ type: 'client_secret' });
      const before = await askForToken(clientId, proofOf(secret));

      const { status, body } = await manage('POST', `/${id}/rotate-secret`);

      expect([status, body.client_id]).toEqual([200, clientId]);
      await expect(askForToken(clientId, proofOf(secret))).rejects.toMatchObject(refused);
      const after = await askForToken(clientId, proofOf(String(body.client_secret)));
      expect([await standing(before), await standing(after)]).toEqual([good, good]);
    });
  });

  describe.each(keyAlgorithms)('with a key, by private_key_jwt with %s', (algorithm) => {
    it('gets tokens with its key, and calls with them (spec 5.2.3) § 5.2.3d', async () => {
      const { publicPem, proof } = newKey(algorithm);
      const credential = await create({ type: 'public_key', public_key: publicPem });
      await expectCalls(await askForToken(credential.clientId, proof), credential);
    });

    it('gets tokens only with the new key after a rotation, and keeps its issued ones § 4.2ap', async () => {
      const [old, next] = [newKey(algorithm), newKey(algorithm)];
      const { id, clientId } = await create({ type: 'public_key', public_key: old.publicPem });
      const before = await askForToken(clientId, old.proof);

      const { status } = await manage('POST', `/${id}/rotate-secret`, { new_public_key: next.publicPem });

      expect(status).toBe(200);
      await expect(askForToken(clientId, old.proof)).rejects.toMatchObject(refused);
      const after = await askForToken(clientId, next.proof);
      expect([await standing(before), await standing(after)]).toEqual([good, good]);
    });
  });

  it('is refused by every process of every surface as soon as its revocation is answered (spec 4.2) § 4.2bg', async () => {
    const { publicPem, proof } = newKey('ES256');
    const withSecret = await create({ type: 'client_secret' });
    const withKey = await create({ type: 'public_key', public_key: publicPem });
    const machines = [
      { ...withSecret, proof: openid.ClientSecretBasic(withSecret.secret) },
      { ...withKey, proof },
    ];
    for (const machine of machines) {
      const token = await askForToken(machine.clientId, machine.proof);
      expect(await standing(token)).toEqual(good);

      expect((await manage('DELETE', `/${machine.id}`)).status).toBe(204);

      expect(await standing(token)).toEqual(dead);
      await expect(askForToken(machine.clientId, machine.proof)).rejects.toMatchObject(refused);
    }
  });

  it('gets no token with an expired key, and its issued tokens stop working', async () => {
    const { clientId, proof, token, expiresAt } = await expiring();

    await refusal(() => askForToken(clientId, proof));

    expect(new Date().getTime()).toBeGreaterThanOrEqual(expiresAt.getTime());
    expect(await standing(token)).toEqual(dead);
  });

  /** A key that is about to expire, and a token for it. On a busy machine it may expire before use: then retries. */
  async function expiring(seconds = 4): Promise<Expiring> {
    const { publicPem, proof } = newKey('ES256');
    const expiresAt = new Date(Date.now() + seconds * 1_000);
    const { clientId } = await create({
      type: 'public_key',
      public_key: publicPem,
      expires_at: expiresAt.toISOString(),
    });
    const token = await askForToken(clientId, proof).catch(() => undefined);
    const used = token !== undefined && isDeepStrictEqual(await standing(token), good);
    return used ? { clientId, proof, token, expiresAt } : expiring(seconds * 4);
  }

  /** Resolves when the provider refuses. */
  async function refusal(ask: () => Promise<string>): Promise<void> {
    const error = await until(() =>
      ask().then(
        () => undefined,
        (thrown: unknown) => thrown,
      ),
    );
    expect(error).toMatchObject(refused);
  }
});
