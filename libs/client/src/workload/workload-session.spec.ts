import { UnsecuredJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { answering, formsTo, granted } from '../../spec/test-provider';
import { type Answer, TestServer } from '../../spec/test-server';
import { type BoundTokens } from '../auth/tokens';
import { fileAssertions } from './file-assertions';
import { githubAssertions } from './github-assertions';
import { variableAssertions } from './variable-assertions';
import { WorkloadSession, type WorkloadSessionOptions } from './workload-session';

const canary = 'canary-of-the-token';

function jwt(audience: string | string[]): string {
  return new UnsecuredJWT({ canary }).setAudience(audience).setJti(randomUUID()).encode();
}

const refused = (description: string): Answer => ({
  status: 400,
  body: { error: 'invalid_grant', error_description: description },
});

describe('the tokens of a workload', () => {
  let server: TestServer;
  let platform: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
    platform = await TestServer.start();
  });
  afterAll(async () => {
    await server.close();
    await platform.close();
  });

  const session = (more: Partial<WorkloadSessionOptions> = {}): WorkloadSession =>
    new WorkloadSession({
      apiUrl: server.origin,
      clientId: 'rule-1',
      assertions: (audience) => Promise.resolve(jwt(audience)),
      ...more,
    });
  const failureOf = (work: Promise<string>): Promise<Error> =>
    work.then(
      () => new Error('it has not failed'),
      (error: unknown) => error as Error,
    );
  const exchanges = (): Record<string, string>[] => formsTo(server, '/token');

  it('are exchanged once for concurrent calls, kept, and replaced when discarded, each for a new assertion', async () => {
    let issued = 0;
    answering(server, () => granted(`token-${(issued += 1)}`));
    const stored: BoundTokens[] = [];
    const tokens = session({ onTokens: (next) => void stored.push(next) });
    expect(await Promise.all([tokens.token(), tokens.token()])).toEqual(['token-1', 'token-1']);
    expect(await tokens.token()).toBe('token-1');
    tokens.discard('token-1');
    expect(await tokens.token()).toBe('token-2');
    const [first, second] = exchanges();
    expect(first).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      client_id: 'rule-1',
      resource: server.origin,
      assertion: expect.any(String) as string,
    });
    expect(second?.assertion).not.toBe(first?.assertion);
    expect(stored).toMatchObject([
      { accessToken: 'token-1', origin: { resource: server.origin, clientId: 'rule-1' } },
      { accessToken: 'token-2' },
    ]);
    expect(inspect(tokens, { depth: 9, showHidden: true })).not.toMatch(/token-2/);
  });

  it('are exchanged again before they end', async () => {
    answering(server, () => granted('short', { expires_in: 20 }));
    const tokens = session();
    await tokens.token();
    await tokens.token();
    expect(exchanges()).toHaveLength(2);
  });

  it('are requested again after a temporary error, with a new assertion', async () => {
    const answers: Answer[] = [{ status: 503, body: { error: 'temporarily_unavailable' } }, granted('token')];
    answering(server, () => answers.shift());
    expect(await session({ scope: 'api:full:read' }).token()).toBe('token');
    expect(new Set(exchanges().map(({ assertion }) => assertion)).size).toBe(2);
    expect(exchanges().map(({ scope }) => scope)).toEqual(['api:full:read', 'api:full:read']);
  });

  it.each([
    ['repository_id', 'the claim must be a text, and the same as in the rule'],
    ['kubernetes.io.serviceaccount.uid', 'the claim must be a text, and the same as in the rule'],
    ['constructor', 'the claim must be a text, and the same as in the rule'],
    ['exp', 'the token has expired'],
    ['allowed_networks', 'the rule allows other networks'],
    ['single_use', 'the token was used before'],
  ])('are refused with the condition %s, and what to check', async (condition, check) => {
    answering(server, () => refused(`the assertion does not meet the condition ${condition}`));
    const error = await failureOf(session().token());
    expect(error).toMatchObject({
      name: 'AssertionRefusedError',
      code: 'invalid_grant',
      status: 400,
      condition,
      message: expect.stringContaining(`the condition ${condition} of the trust rule: ${check}`) as unknown,
    });
    expect(exchanges()).toHaveLength(1);
  });

  it.each(['grant request is invalid', 'the assertion does not meet the condition x\ny'])(
    'are refused without a condition where the provider names none: %j',
    async (description) => {
      answering(server, () => refused(description));
      expect(await failureOf(session().token())).toMatchObject({
        name: 'AssertionRefusedError',
        condition: undefined,
        message: expect.stringContaining('check that the client id is that of a trust rule') as unknown,
      });
    },
  );

  const bearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

  it.each([
    ['has no such grant', { grant_types_supported: ['client_credentials'] }],
    [
      'has the grant for authenticated clients only',
      { grant_types_supported: [bearer], token_endpoint_auth_methods_supported: ['private_key_jwt'] },
    ],
  ])('come by the assertion as authentication, if the provider %s', async (_how, metadata) => {
    answering(server, () => granted('token'), { metadata });
    expect(await session().token()).toBe('token');
    expect(exchanges()).toEqual([
      {
        grant_type: 'client_credentials',
        client_id: 'rule-1',
        resource: server.origin,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: expect.any(String) as string,
      },
    ]);
  });

  it('come by the grant, if the provider has it for clients without authentication', async () => {
    const metadata = { grant_types_supported: [bearer], token_endpoint_auth_methods_supported: ['none'] };
    answering(server, () => granted('token'), { metadata });
    await session().token();
    expect(exchanges()).toMatchObject([{ grant_type: bearer }]);
  });

  it('are refused without a condition by a provider that authenticates workloads', async () => {
    const metadata = { grant_types_supported: ['client_credentials'] };
    answering(server, () => ({ status: 401, body: { error: 'invalid_client' } }), { metadata });
    expect(await failureOf(session().token())).toMatchObject({
      name: 'AssertionRefusedError',
      code: 'invalid_client',
      condition: undefined,
    });
  });

  it('say another error of the provider as it is', async () => {
    answering(server, () => ({ status: 400, body: { error: 'invalid_scope' } }));
    expect(await failureOf(session().token())).toMatchObject({ name: 'SignInError', code: 'invalid_scope' });
  });

  it.each<[string, () => string | string[]]>([
    ['of another audience', () => 'https://kubernetes.default.svc'],
    ['of several audiences', () => [server.origin, 'https://other.example.org']],
    ['of no audience', () => []],
  ])('never send an assertion %s', async (_which, audience) => {
    answering(server, () => granted('token'));
    const error = await failureOf(session({ assertions: () => Promise.resolve(jwt(audience())) }).token());
    expect(error).toMatchObject({
      name: 'AssertionRefusedError',
      condition: 'aud',
      message: expect.stringContaining(`for ${server.origin}, and for no other`) as unknown,
    });
    expect(exchanges()).toEqual([]);
  });

  it('are for the audience of the rule, if it is another one', async () => {
    answering(server, () => granted('token'));
    expect(await session({ audience: 'governance' }).token()).toBe('token');
    const other = session({ audience: 'governance', assertions: () => Promise.resolve(jwt(server.origin)) });
    expect(await failureOf(other.token())).toMatchObject({ condition: 'aud' });
  });

  it('never send or show a text that is no JWT', async () => {
    answering(server, () => granted('token'));
    const error = await failureOf(session({ assertions: () => Promise.resolve(canary) }).token());
    expect(error).toMatchObject({ name: 'SignInError', code: 'no_assertion' });
    expect(inspect(error, { depth: 9 })).not.toContain(canary);
    expect(exchanges()).toEqual([]);
  });

  it('show nothing of an assertion that is refused', async () => {
    let sent = '';
    answering(server, ({ assertion = '' }) => {
      sent = assertion;
      return refused('the assertion does not meet the condition ref');
    });
    const error = await failureOf(session().token());
    expect(sent).not.toBe('');
    for (const part of [sent, ...sent.split('.').filter(Boolean), canary])
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(part);
  });

  it('are no longer waited for by a call that ends', async () => {
    answering(server, () => undefined);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(session().token(signal)).rejects.toThrow('enough');
  });

  describe('in GitHub Actions', () => {
    const variables = (): Record<string, string> => ({
      ACTIONS_ID_TOKEN_REQUEST_URL: `${platform.origin}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: canary,
    });

    it('come by a token that is asked for each exchange, for our audience', async () => {
      let issued = 0;
      answering(server, () => granted(`token-${(issued += 1)}`));
      platform.handle(() => ({ body: { value: jwt(server.origin) } }));
      const tokens = session({ assertions: githubAssertions(variables()) });
      tokens.discard(await tokens.token());
      await tokens.token();
      const asked = platform.received.map(({ method, url, headers: { authorization } }) => [
        method,
        url,
        authorization,
      ]);
      const query = `api-version=2.0&audience=${encodeURIComponent(server.origin)}`;
      const request = ['GET', `/token?${query}`, `Bearer ${canary}`];
      expect(asked).toEqual([request, request]);
      expect(new Set(exchanges().map(({ assertion }) => assertion)).size).toBe(2);
    });

    it.each<[string, Answer, string]>([
      ['refuses', { status: 403, body: { message: canary } }, 'answered 403'],
      ['gives none', { body: { value: 7 } }, 'has given no token'],
      ['gives another thing', { body: canary }, 'answered 200'],
      ['redirects', { status: 302, headers: { location: '/elsewhere' } }, 'cannot be read'],
    ])('say that the token service %s, and nothing else', async (_what, answer, problem) => {
      answering(server, () => granted('token'));
      platform.handle(() => answer);
      const error = await failureOf(githubAssertions(variables())('audience'));
      expect(error).toMatchObject({
        name: 'SignInError',
        message: expect.stringContaining(`the token service of GitHub ${problem}`) as unknown,
      });
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(canary);
      expect(platform.received).toHaveLength(1);
    });

    it('ask again when the token service has failed', async () => {
      answering(server, () => granted('token'));
      platform.answer({ status: 503, body: {} }, { body: { value: jwt(server.origin) } });
      expect(await session({ assertions: githubAssertions(variables()) }).token()).toBe('token');
    });

    it.each([{}, { ACTIONS_ID_TOKEN_REQUEST_URL: '', ACTIONS_ID_TOKEN_REQUEST_TOKEN: '' }])(
      'say which permission the job lacks',
      async (none) => {
        const message = expect.stringContaining('`permissions: id-token: write`') as unknown;
        expect(await failureOf(githubAssertions(none)('audience'))).toMatchObject({
          code: 'no_assertion',
          message,
        });
      },
    );

    it('are not asked for without TLS', async () => {
      const address = { ...variables(), ACTIONS_ID_TOKEN_REQUEST_URL: 'http://github.example/token' };
      const fetch = jest.fn();
      const error = await failureOf(githubAssertions(address, fetch)('audience'));
      expect(error.message).toContain('without TLS');
      expect(fetch).not.toHaveBeenCalled();
    });
  });

  it('come by a variable of GitLab, whose name can be chosen', async () => {
    const variables = { GOVERNANCE_ID_TOKEN: 'one', OTHER: 'two' };
    expect(await variableAssertions(variables)('audience')).toBe('one');
    expect(await variableAssertions(variables, 'OTHER')('audience')).toBe('two');
    expect(
      await failureOf(variableAssertions({ OTHER: '' }, 'OTHER')('https://id.example.org')),
    ).toMatchObject({
      code: 'no_assertion',
      message: 'OTHER is not set: add it to `id_tokens` of the job, with `aud: https://id.example.org`',
    });
  });

  it('come by a file that is read again for each exchange, because the platform replaces it', async () => {
    answering(server, () => granted('token'));
    const read: string[] = [];
    const readText = (path: string): Promise<string> => {
      read.push(path);
      return Promise.resolve(`${jwt(server.origin)}\n`);
    };
    const tokens = session({ assertions: fileAssertions('/token', readText) });
    tokens.discard(await tokens.token());
    await tokens.token();
    expect(read).toEqual(['/token', '/token']);
    expect(new Set(exchanges().map(({ assertion }) => assertion)).size).toBe(2);
    const absent = fileAssertions('/token', () => Promise.reject(new Error('ENOENT: no such file')));
    expect(await failureOf(absent('audience'))).toMatchObject({
      code: 'no_assertion',
      message: '/token cannot be read: ENOENT: no such file',
    });
  });
});
