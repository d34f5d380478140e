import { answering, formsTo, granted } from '../../spec/test-provider';
import { type Answer, TestServer } from '../../spec/test-server';
import { backOffMs } from './device-polling';
import { signInByDevice } from './sign-in-by-device';

describe('the tokens of a device', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.close());

  it('are polled for until the user has signed in, with the age that a challenge asks for', async () => {
    const pending = { status: 400, body: { error: 'authorization_pending' } };
    const answers: Answer[] = [pending, pending, granted('token', { refresh_token: 'refresh-1' })];
    answering(server, () => answers.shift());
    const onPrompt = jest.fn();
    const tokens = await signInByDevice({
      apiUrl: server.origin,
      clientId: 'governance-cli',
      stepUpMaxAge: 300,
      onPrompt,
    });
    expect(tokens).toMatchObject({
      accessToken: 'token',
      refreshToken: 'refresh-1',
      origin: {
        resource: server.origin,
        issuer: server.origin,
        clientId: 'governance-cli',
        tokenEndpoint: `${server.origin}/token`,
        revocationEndpoint: `${server.origin}/revoke`,
      },
    });
    expect(onPrompt).toHaveBeenCalledWith({
      userCode: 'BBBB-CCCC',
      verificationUri: `${server.origin}/device`,
      verificationUriComplete: undefined,
      expiresInSeconds: 600,
    });
    expect(formsTo(server, '/device/auth')[0]).toMatchObject({
      client_id: 'governance-cli',
      max_age: '300',
      acr_values: expect.stringContaining('multi-factor') as unknown,
      scope: expect.stringContaining('offline_access') as unknown,
    });
  });

  it.each(['access_denied', 'expired_token'])('are refused: %s', async (error) => {
    answering(server, () => ({ status: 400, body: { error } }));
    await expect(
      signInByDevice({ apiUrl: server.origin, clientId: 'governance-cli', onPrompt: () => undefined }),
    ).rejects.toMatchObject({ name: 'SignInError', code: error });
  });

  it.each<[string, Answer | undefined]>([
    ['a connection that is cut', { body: { access_token: 'half' }, cutAfter: 5 }],
    ['half an answer', { body: '{"access_tok', headers: { 'content-type': 'application/json' } }],
    [
      'a page of a proxy',
      { body: '<html>Sign in to the network</html>', headers: { 'content-type': 'text/html' } },
    ],
    ['a page of an error', { status: 403, body: '<html>', headers: { 'content-type': 'text/html' } }],
    [
      '429',
      { status: 429, body: { error: 'slow', error_description: 'later' }, headers: { 'retry-after': '0' } },
    ],
    ['429 of a proxy', { status: 429, body: 'later', headers: { 'retry-after': '0' } }],
    ['500', { status: 500, body: { error: 'server_error' } }],
    ['502', { status: 502, body: 'Bad Gateway' }],
    ['503', { status: 503, body: '', headers: { 'retry-after': '0' } }],
    ['503 with an odd wait', { status: 503, body: '', headers: { 'retry-after': 'soon' } }],
    ['504', { status: 504, body: '' }],
    ['a refusal for a while', { status: 400, body: { error: 'temporarily_unavailable' } }],
  ])('are waited for after %s', async (_what, bad) => {
    const pending = { status: 400, body: { error: 'authorization_pending' } };
    const answers = [bad, pending, bad, granted('token')];
    answering(server, () => answers.shift());
    const options = { apiUrl: server.origin, clientId: 'governance-cli', onPrompt: () => undefined };
    expect(await signInByDevice(options)).toMatchObject({ accessToken: 'token' });
    expect(formsTo(server, '/token')).toHaveLength(4);
  });

  it.each([
    [{ interval: 5, failures: 1 }, 5_000],
    [{ interval: 5, failures: 3 }, 20_000],
    [{ interval: 5, failures: 2_000 }, 30_000],
    [{ interval: 5, failures: 1, retryAfterSeconds: 120 }, 120_000],
    [{ interval: 5, failures: 1, retryAfterSeconds: 999_999_999 }, 2_147_483_647],
  ])('are asked for again after %j: %i ms', (outcome, ms) => {
    expect(backOffMs(outcome)).toBe(ms);
  });

  it('are waited for until the code expires', async () => {
    answering(server, () => ({ status: 502 }), { expiresIn: 1 });
    await expect(
      signInByDevice({ apiUrl: server.origin, clientId: 'governance-cli', onPrompt: () => undefined }),
    ).rejects.toMatchObject({ name: 'SignInError', code: 'expired_token' });
  });

  it('are no longer waited for after the signal', async () => {
    answering(server, () => ({ status: 400, body: { error: 'authorization_pending' } }));
    const controller = new AbortController();
    const signIn = signInByDevice({
      apiUrl: server.origin,
      clientId: 'governance-cli',
      onPrompt: () => {
        controller.abort(new Error('enough'));
      },
      signal: controller.signal,
    });
    await expect(signIn).rejects.toThrow('enough');
  });
});
