import { refusedKeys } from '@governance/iam/spec';
import {
  createSigningKey,
  given,
  publicJwkOf,
  startTokenIssuer,
  type TokenIssuer,
} from '@governance/testing';
import { inTrace, startTracing, traceparent } from '@governance/tracing';
import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { type RequestListener, type ServerResponse } from 'node:http';
import { fetchIssuerKeys } from './fetch-issuer-keys';
import { type VerificationKey } from './verification-key';

const json =
  (body: unknown): RequestListener =>
  (_req, res) => {
    send(res, JSON.stringify(body));
  };

function send(res: ServerResponse, body: string): void {
  res.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

const goodKey = publicJwkOf(createSigningKey('ES256', 'good'));

const redirectToGoodKeys: RequestListener = (req, res) => {
  if (req.url === '/elsewhere') send(res, JSON.stringify({ keys: [goodKey] }));
  else res.writeHead(302, { location: '/elsewhere' }).end();
};

describe('fetchIssuerKeys', () => {
  const issuer = given(startTokenIssuer);
  afterEach(() => {
    issuer.answerWith(undefined);
    issuer.slowDown(0);
  });
  afterAll(() => issuer.close());

  // No limit that a busy machine could reach, except where the test is about it.
  const fetchDirectly = (timeoutMs = 60_000): Promise<readonly VerificationKey[]> =>
    fetchIssuerKeys({ issuer: issuer.issuer, jwksUri: issuer.jwksUri, timeoutMs });
  const discover = (name = issuer.issuer): Promise<readonly VerificationKey[]> =>
    fetchIssuerKeys({ issuer: name, jwksUri: undefined, timeoutMs: 60_000 });

  it('parses the keys of the set, and finds the set by discovery', async () => {
    for (const keys of [await fetchDirectly(), await discover()]) {
      expect(keys.map(({ kid, alg, key }) => [kid, alg, key.asymmetricKeyType, key.type])).toEqual([
        ['RS256-1', 'RS256', 'rsa', 'public'],
        ['PS256-1', 'PS256', 'rsa', 'public'],
        ['ES256-1', 'ES256', 'ec', 'public'],
      ]);
    }
    expect(issuer.fetches()).toEqual({ discovery: 1, keys: 2 });
  });

  it('passes the trace of the request that needs the keys on to the issuer', async () => {
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: issuer.issuer, OTEL_TRACES_SAMPLER: 'always_off' };
    const endTracing = await startTracing('spec', settings, () => undefined);
    const received: unknown[] = [];
    issuer.answerWith((req, res) => {
      received.push(req.headers.traceparent);
      send(res, JSON.stringify({ keys: [goodKey] }));
    });
    const sent = await inTrace(undefined, { name: 'request', kind: 'SERVER' }, async () => {
      await fetchDirectly();
      return traceparent();
    });
    await endTracing();
    expect(sent).toBeDefined();
    expect(received).toEqual([sent]);
  });

  it.each(['RSA of a broken generator (ROCA)', 'RSA with a small factor'])('leaves out %s', async (name) => {
    const weak = createPublicKey(refusedKeys.weak[name] ?? '').export({ format: 'jwk' });
    issuer.answerWith(json({ keys: [{ ...weak, kid: 'weak', alg: 'RS256', use: 'sig' }, goodKey] }));
    expect((await fetchDirectly()).map(({ kid }) => kid)).toEqual(['good']);
  });

  it('leaves out secrets, private keys, encryption keys and keys without a kid', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    issuer.answerWith(
      json({
        keys: [
          { kty: 'oct', k: randomBytes(32).toString('base64url'), kid: 'secret', alg: 'HS256', use: 'sig' },
          { ...privateKey.export({ format: 'jwk' }), kid: 'private', alg: 'ES256', use: 'sig' },
          { ...publicJwkOf(createSigningKey('ES256', 'encryption')), use: 'enc' },
          { ...publicJwkOf(createSigningKey('ES256', 'nameless')), kid: undefined },
          { kty: 'RSA', kid: 'broken', use: 'sig' },
          { kty: 'unheard', kid: 'unheard' },
          goodKey,
        ],
      }),
    );
    expect((await fetchDirectly()).map(({ kid }) => kid)).toEqual(['good']);
  });

  it.each<[string, RequestListener]>([
    ['no keys', json({ keys: [] })],
    ['keys that are no list', json({ keys: 'all' })],
    ['a list of nothing', json({ keys: [null] })],
    ['no object', json(null)],
    [
      'nameless keys only',
      json({ keys: [{ ...publicJwkOf(createSigningKey('ES256', '')), kid: undefined }] }),
    ],
    [
      'no JSON',
      (_req, res) => {
        send(res, '<html>');
      },
    ],
    [
      'nothing',
      (_req, res) => {
        send(res, '');
      },
    ],
    [
      'an error',
      (_req, res) => {
        res.writeHead(500).end('{}');
      },
    ],
    [
      'not found',
      (_req, res) => {
        res.writeHead(404).end('{}');
      },
    ],
    ['a redirect to good keys', redirectToGoodKeys],
    ['good keys and too much', json({ keys: [goodKey], padding: 'x'.repeat(300_000) })],
    [
      'a broken connection',
      (_req, res) => {
        res.destroy();
      },
    ],
  ])('rejects when the answer is %s', async (_, listener) => {
    issuer.answerWith(listener);
    await expect(fetchDirectly()).rejects.toBeDefined();
  });

  it.each([0, 100])(
    'rejects when the answer has not ended in time, however it begins (%p ms)',
    async (delayMs) => {
      issuer.slowDown(delayMs);
      issuer.answerWith((_req, res) => {
        res.writeHead(200, { 'content-type': 'application/json' }).write('{"keys":[');
      });
      await expect(fetchDirectly(300)).rejects.toMatchObject({ name: 'TimeoutError' });
    },
  );

  it.each<[string, (address: TokenIssuer) => object | null]>([
    ['about another issuer', ({ jwksUri }) => ({ issuer: 'https://other.example.org', jwks_uri: jwksUri })],
    ['without an issuer', ({ jwksUri }) => ({ jwks_uri: jwksUri })],
    ['without an address', ({ issuer: name }) => ({ issuer: name })],
    [
      'with an address of another kind',
      ({ issuer: name }) => ({ issuer: name, jwks_uri: 'file:///etc/keys' }),
    ],
    ['empty', () => null],
  ])('rejects metadata that is %s', async (_, metadata) => {
    issuer.answerWith(json(metadata(issuer)));
    await expect(discover()).rejects.toThrow(/is about another issuer|names no usable jwks_uri/);
  });

  it('refuses keys without TLS from an issuer with TLS', async () => {
    const name = 'https://identity.example.org';
    const metadata = JSON.stringify({ issuer: name, jwks_uri: issuer.jwksUri });
    const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(metadata));
    await expect(discover(name)).rejects.toThrow('names no usable jwks_uri');
    expect(fetched.mock.calls.map(([url]) => url)).toEqual([`${name}/.well-known/openid-configuration`]);
    fetched.mockRestore();
  });
});
