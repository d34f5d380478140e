import { inspect } from 'node:util';
import { type Answer, TestServer } from '../spec/test-server';
import { ApiError, StepUpRequiredError } from './api-error';
import { type TokenSource } from './auth/token-source';
import { ConnectionError } from './connection-error';
import { PlatformClient, type PlatformClientOptions } from './platform-client';

const challenge: Answer = {
  status: 403,
  headers: { 'x-request-id': 'request-1' },
  body: { error: 'step_up_required', error_description: 'sign in again', max_age: 300 },
};
const busy = (headers: Record<string, string> = {}): Answer => ({
  status: 503,
  headers,
  body: { error: 'temporarily_unavailable', error_description: 'try again' },
});
const created: Answer = { status: 201, body: { id: 'one', client_secret: 'gmc_1' } };
const newCredential = { body: { name: 'Nightly', type: 'client_secret' } } as const;

describe('the client of the platform surface', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.close());

  const client = (more: Partial<PlatformClientOptions> = {}): PlatformClient =>
    new PlatformClient({
      baseUrl: server.origin,
      tokens: { token: () => Promise.resolve('secret-token') },
      retry: { baseDelayMs: 1 },
      ...more,
    });
  const urls = (): string[] => server.received.map(({ method, url }) => `${method} ${url}`);

  it('pins the version and sends the token', async () => {
    server.answer({ body: { sub: 'ada', scope: '', permissions: [] } });
    expect(await client().get('/self/me')).toEqual({ sub: 'ada', scope: '', permissions: [] });
    expect(urls()).toEqual(['GET /self/me?api-version=1.0']);
    expect(server.received[0]?.headers.authorization).toBe('Bearer secret-token');
  });

  it('replaces what a path has', async () => {
    const body = { client_secrets: 'forbidden' } as const;
    server.answer({ body });
    expect(await client().put('/iam/credential-policy', { body })).toEqual(body);
    expect(urls()).toEqual(['PUT /iam/credential-policy?api-version=1.0']);
    expect(server.received[0]?.body).toBe(JSON.stringify(body));
  });

  it.each([
    ['http://api.example.org', undefined, 'without TLS'],
    ['http://127.0.0.1.example.org', undefined, 'without TLS'],
    ['https://evil.example', 'https://api.example.org', 'the tokens are for https://api.example.org'],
    [
      'https://api.example.org/other',
      'https://api.example.org',
      'the tokens are for https://api.example.org',
    ],
  ])('sends no token to %s, of %s', (baseUrl, apiUrl, refusal) => {
    const tokens = { token: () => Promise.resolve('token'), ...(apiUrl !== undefined && { apiUrl }) };
    expect(() => client({ baseUrl, tokens })).toThrow(refusal);
  });

  it.each(['https://api.example.org/', 'http://localhost:3001', 'http://[::1]:3001'])(
    'takes the tokens of the same surface: %s',
    (baseUrl) => {
      const apiUrl = baseUrl.replace(/\/$/, '');
      expect(() => client({ baseUrl, tokens: { apiUrl, token: () => Promise.resolve('') } })).not.toThrow();
    },
  );

  it('passes members and values that it does not know', async () => {
    const member = { id: 'm', role: 'auditor-of-2031', shoe_size: 44 };
    server.answer({ body: { members: [member], more: true } });
    expect(await client().get('/iam/members')).toEqual({ members: [member], more: true });
  });

  it('encodes identifiers, and refuses those that would lead to another operation § V1.2.2', async () => {
    server.answer({ body: {} });
    await client().get('/iam/m2m-credentials/{credentialId}', { path: { credentialId: 'a/b?c' } });
    expect(urls()).toEqual(['GET /iam/m2m-credentials/a%2Fb%3Fc?api-version=1.0']);
    for (const credentialId of ['', '.', '..'])
      await expect(
        client().delete('/iam/m2m-credentials/{credentialId}', { path: { credentialId } }),
      ).rejects.toThrow('credentialId is not an identifier');
    expect(server.received).toHaveLength(1);
  });

  it('gets every page of a list', async () => {
    server.handle(({ url }) => ({
      body: url.includes('cursor=two') ? { members: [2] } : { members: [1], next_cursor: 'two' },
    }));
    const pages = [];
    for await (const page of client().pages('/iam/members', { query: { limit: 1 } })) pages.push(page);
    expect(pages).toEqual([{ members: [1], next_cursor: 'two' }, { members: [2] }]);
    expect(urls()).toEqual([
      'GET /iam/members?limit=1&api-version=1.0',
      'GET /iam/members?limit=1&cursor=two&api-version=1.0',
    ]);
  });

  it('throws the status, code, description and request id of an error', async () => {
    const body = { error: 'not_found', error_description: 'there is no such credential' };
    server.answer({ status: 404, headers: { 'x-request-id': 'request-7' }, body });
    const path = { credentialId: 'x' };
    const failure = client().get('/iam/m2m-credentials/{credentialId}', { path });
    await expect(failure).rejects.toBeInstanceOf(ApiError);
    await expect(failure).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
      description: 'there is no such credential',
      requestId: 'request-7',
      operation: 'GET /iam/m2m-credentials/{credentialId}',
    });
  });

  it.each<[string, Answer, string]>([
    ['a page of a proxy', { status: 502, body: '<html>' }, 'the server answered 502'],
    ['a broken success', { headers: { 'content-type': 'application/json' }, body: '{' }, 'is not valid JSON'],
  ])('throws a typed error for %s', async (_what, answer, text) => {
    server.answer(answer);
    const failure = client({ retry: { retries: 0 } }).get('/self/me');
    await expect(failure).rejects.toBeInstanceOf(ApiError);
    await expect(failure).rejects.toThrow(text);
  });

  describe('repeating calls', () => {
    it('repeats a GET after temporary errors and cut connections', async () => {
      server.answer(busy(), { body: { sub: 'ada' }, cutAfter: 3 }, { status: 429 }, { body: { sub: 'ada' } });
      expect(await client().get('/self/me')).toEqual({ sub: 'ada' });
      expect(server.received).toHaveLength(4);
    });

    it('gives up after the given number of retries', async () => {
      server.answer(busy());
      await expect(client({ retry: { baseDelayMs: 1, retries: 2 } }).get('/self/me')).rejects.toMatchObject({
        status: 503,
      });
      expect(server.received).toHaveLength(3);
    });

    it('does not repeat a write, whose effect is unknown', async () => {
      server.answer(busy());
      const path = { credentialId: 'one' };
      await expect(client().delete('/iam/m2m-credentials/{credentialId}', { path })).rejects.toMatchObject({
        status: 503,
      });
      await expect(
        client().post('/iam/m2m-credentials/{credentialId}/rotate-secret', { path, body: {} }),
      ).rejects.toMatchObject({ status: 503 });
      expect(server.received).toHaveLength(2);
    });

    it('repeats a creation under one idempotency key, also while the first one is still running', async () => {
      const running = { status: 409, body: { error: 'conflict', error_description: 'still running' } };
      server.answer({ ...created, cutAfter: 2 }, running, created);
      expect(await client().post('/iam/m2m-credentials', newCredential)).toMatchObject({ id: 'one' });
      const keys = server.received.map(({ headers }) => headers['idempotency-key']);
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
      expect(new Set(server.received.map(({ body }) => body)).size).toBe(1);
    });

    it('does not repeat a conflict of a first attempt, and uses a key of its caller', async () => {
      server.answer({ status: 409, body: { error: 'conflict', error_description: 'too many' } });
      const options = { ...newCredential, idempotencyKey: 'my-own-key-0123456789' };
      await expect(client().post('/iam/m2m-credentials', options)).rejects.toMatchObject({ status: 409 });
      expect(server.received.map(({ headers }) => headers['idempotency-key'])).toEqual([
        'my-own-key-0123456789',
      ]);
    });

    it('obeys Retry-After, but does not wait longer than allowed', async () => {
      server.answer(busy({ 'retry-after': '0' }), { body: { sub: 'ada' } });
      // A wait of its own would take longer than the test may.
      const patient = client({ retry: { baseDelayMs: 3_600_000, maxDelayMs: 3_600_000 } });
      expect(await patient.get('/self/me')).toEqual({ sub: 'ada' });
      server.answer(busy({ 'retry-after': '3600' }));
      await expect(client().get('/self/me')).rejects.toMatchObject({ retryAfterSeconds: 3_600 });
      expect(server.received).toHaveLength(1);
    });

    it('ends at the time limit, and at the signal of its caller', async () => {
      server.answer(undefined);
      const limited = client({ timeoutMs: 20, retry: { retries: 1, baseDelayMs: 1 } }).get('/self/me');
      await expect(limited).rejects.toBeInstanceOf(ConnectionError);
      await expect(limited).rejects.toMatchObject({ timedOut: true });
      expect(server.received).toHaveLength(2);
      const controller = new AbortController();
      server.handle(() => {
        controller.abort(new Error('enough'));
        return undefined;
      });
      await expect(client().get('/self/me', { signal: controller.signal })).rejects.toThrow('enough');
      expect(server.received).toHaveLength(1);
    });

    it('names a server that cannot be reached', async () => {
      const gone = await TestServer.start();
      const { origin } = gone;
      await gone.close();
      await expect(client({ baseUrl: origin }).get('/self/me')).rejects.toThrow(
        `${origin} could not be reached: the connection was refused (ECONNREFUSED)`,
      );
    });
  });

  describe('tokens', () => {
    it('gets another token when one is refused, once', async () => {
      const refused = { status: 401, body: { error: 'invalid_token', error_description: 'expired' } };
      const tokens = ['old', 'new', 'newer'];
      const source: TokenSource = {
        token: () => Promise.resolve(tokens[0] ?? ''),
        discard: () => void tokens.shift(),
      };
      server.handle(({ headers }) => (headers.authorization === 'Bearer old' ? refused : created));
      await client({ tokens: source }).post('/iam/m2m-credentials', newCredential);
      expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
        'Bearer old',
        'Bearer new',
      ]);
      server.answer(refused);
      await expect(client({ tokens: source }).get('/self/me')).rejects.toMatchObject({ status: 401 });
      expect(server.received).toHaveLength(2);
    });

    it('are neither in the client when it is printed nor in its errors', async () => {
      server.answer({ status: 500, body: {} });
      const printed = client();
      const error: unknown = await printed.get('/self/me').catch((failure: unknown) => failure);
      expect(error).toBeInstanceOf(ApiError);
      for (const value of [printed, error]) {
        expect(inspect(value, { depth: 9, showHidden: true })).not.toContain('secret-token');
        expect(JSON.stringify(value)).not.toContain('secret-token');
      }
    });
  });

  describe('a step-up challenge', () => {
    it('is given to the caller once, and the call repeated with the new token', async () => {
      server.handle(({ headers }) => (headers.authorization === 'Bearer fresh' ? created : challenge));
      const onStepUpRequired = jest.fn(() => Promise.resolve('fresh'));
      const issued = await client({ onStepUpRequired }).post('/iam/m2m-credentials', newCredential);
      expect(issued.client_secret).toBe('gmc_1');
      expect(onStepUpRequired.mock.calls).toEqual([
        [{ maxAge: 300, operation: 'POST /iam/m2m-credentials' }],
      ]);
      expect(server.received).toHaveLength(2);
      expect(server.received[1]?.body).toBe(server.received[0]?.body);
    });

    it('is an error when the new token is challenged too', async () => {
      server.answer(challenge);
      const onStepUpRequired = jest.fn(() => Promise.resolve('stale'));
      const failure = client({ onStepUpRequired }).post('/iam/m2m-credentials', newCredential);
      await expect(failure).rejects.toMatchObject({ maxAge: 300, requestId: 'request-1' });
      expect(onStepUpRequired).toHaveBeenCalledTimes(1);
    });

    it('is an error without a callback', async () => {
      server.answer(challenge);
      const failure = client().post('/iam/m2m-credentials', newCredential);
      await expect(failure).rejects.toBeInstanceOf(StepUpRequiredError);
      expect(server.received).toHaveLength(1);
    });
  });

  it('streams an export', async () => {
    server.answer({ headers: { 'content-type': 'application/jsonl' }, body: '{"a":1}\n{"a":2}\n' });
    const stream = await client().stream('/iam/audit-events/export', { query: { format: 'jsonl' } });
    expect(await new Response(stream).text()).toBe('{"a":1}\n{"a":2}\n');
  });

  it('refuses a base URL that is none', () => {
    expect(() => client({ baseUrl: 'ftp://api.example.org' })).toThrow(TypeError);
    expect(() => client({ baseUrl: 'https://api.example.org/?a=1' })).toThrow(TypeError);
  });
});
