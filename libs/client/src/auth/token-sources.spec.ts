import { nextRsaKeyPair } from '@governance/testing';
import { decodeProtectedHeader, decodeJwt } from 'jose';
import { generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { answering, formsTo as formsToServer, granted } from '../../spec/test-provider';
import { type Answer, TestServer } from '../../spec/test-server';
import { ClientCredentials } from './client-credentials';
import { SignInError } from './sign-in-error';
import { type UserTokens } from './tokens';
import { UserSession } from './user-session';

describe('the tokens of a client', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.close());

  const formsTo = (path: string): Record<string, string>[] => formsToServer(server, path);

  describe('of a machine', () => {
    const machine = (
      authentication: ConstructorParameters<typeof ClientCredentials>[0]['authentication'],
    ): ClientCredentials =>
      new ClientCredentials({ apiUrl: server.origin, clientId: 'machine', authentication });

    it('are requested once for concurrent calls, kept, and replaced when discarded', async () => {
      let issued = 0;
      answering(server, () => granted(`token-${(issued += 1)}`));
      const tokens = machine({ clientSecret: 'gmc_secret' });
      expect(await Promise.all([tokens.token(), tokens.token()])).toEqual(['token-1', 'token-1']);
      expect(await tokens.token()).toBe('token-1');
      tokens.discard('another');
      expect(await tokens.token()).toBe('token-1');
      tokens.discard('token-1');
      expect(await tokens.token()).toBe('token-2');
      expect(formsTo('/token')[0]).toMatchObject({
        grant_type: 'client_credentials',
        client_id: 'machine',
        client_secret: 'gmc_secret',
        resource: server.origin,
      });
      expect(inspect(tokens, { depth: 9, showHidden: true })).not.toMatch(/gmc_secret|token-2/);
    });

    it('are requested again before they end', async () => {
      answering(server, () => granted('short', { expires_in: 20 }));
      const tokens = machine({ clientSecret: 'gmc_secret' });
      await tokens.token();
      await tokens.token();
      expect(formsTo('/token')).toHaveLength(2);
    });

    it.each([
      ['ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
      ['ES384', generateKeyPairSync('ec', { namedCurve: 'P-384' })],
      ['RS256', nextRsaKeyPair()],
      ['Ed25519', generateKeyPairSync('ed25519')],
    ])('are requested with a private key: %s', async (algorithm, { privateKey }) => {
      answering(server, () => granted('token'));
      const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
      expect(await machine({ privateKey: pem, keyId: 'key-1' }).token()).toBe('token');
      const assertion = formsTo('/token')[0]?.client_assertion ?? '';
      expect(decodeProtectedHeader(assertion)).toMatchObject({ alg: algorithm, kid: 'key-1' });
      expect(decodeJwt(assertion)).toMatchObject({ iss: 'machine', sub: 'machine', aud: server.origin });
    });

    it('are requested again after a temporary error, with a new assertion', async () => {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const answers: Answer[] = [
        { status: 503, body: { error: 'temporarily_unavailable' } },
        granted('token'),
      ];
      answering(server, () => answers.shift());
      const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
      expect(await machine({ privateKey: pem }).token()).toBe('token');
      const ids = formsTo('/token').map(({ client_assertion: jwt = '' }) => decodeJwt(jwt).jti);
      expect(new Set(ids).size).toBe(2);
    });

    it('are refused with the code of the provider', async () => {
      answering(server, () => ({ status: 401, body: { error: 'invalid_client' } }));
      const failure = machine({ clientSecret: 'gmc_wrong' }).token();
      await expect(failure).rejects.toBeInstanceOf(SignInError);
      await expect(failure).rejects.toMatchObject({ code: 'invalid_client', status: 401 });
      const error: unknown = await failure.catch((reason: unknown) => reason);
      expect(inspect(error, { depth: 9 })).not.toContain('gmc_wrong');
      await expect(machine({ privateKey: 'no key' }).token()).rejects.toMatchObject({ code: 'invalid_key' });
    });

    it('are not requested from the provider of another resource § V10.2.2', async () => {
      answering(server, () => granted('token'), { resource: 'https://other.example' });
      await expect(machine({ clientSecret: 'gmc_secret' }).token()).rejects.toMatchObject({
        code: 'discovery_failed',
      });
      expect(formsTo('/token')).toEqual([]);
    });

    it.each<[string, { readonly resource?: string; readonly authorization_servers?: readonly string[] }]>([
      ['surface', { resource: 'http://api.example.org', authorization_servers: ['https://id.example.org'] }],
      ['provider', { authorization_servers: ['http://id.example.org'] }],
      ['token endpoint', {}],
    ])('are not requested without TLS: %s', async (_part, metadata) => {
      const apiUrl = metadata.resource ?? 'https://api.example.org';
      const asked: string[] = [];
      const fetch: typeof globalThis.fetch = (input) => {
        const { href } = new URL(input instanceof Request ? input.url : String(input));
        asked.push(href);
        const issuer = 'https://id.example.org';
        return Promise.resolve(
          Response.json(
            href.includes('protected-resource')
              ? { resource: apiUrl, authorization_servers: [issuer], ...metadata }
              : { issuer, token_endpoint: 'http://id.example.org/token' },
          ),
        );
      };
      const tokens = new ClientCredentials({
        apiUrl,
        clientId: 'machine',
        authentication: { clientSecret: 'gmc_secret' },
        fetch,
      });
      await expect(tokens.token()).rejects.toBeInstanceOf(SignInError);
      expect(asked.filter((url) => url.startsWith('http://'))).toEqual([]);
    });

    it('are found by OpenID Connect Discovery where the other document is missing', async () => {
      answering(server, () => granted('token'), { oauth: false });
      expect(await machine({ clientSecret: 'gmc_secret' }).token()).toBe('token');
    });

    it('are no longer waited for by a call that ends', async () => {
      answering(server, () => undefined);
      const signal = AbortSignal.abort(new Error('enough'));
      await expect(machine({ clientSecret: 'gmc_secret' }).token(signal)).rejects.toThrow('enough');
    });
  });

  describe('of a user', () => {
    const kept = (more: Partial<UserTokens> = {}): UserTokens => ({
      accessToken: 'old',
      refreshToken: 'refresh-1',
      expiresAt: 0,
      origin: {
        resource: server.origin,
        issuer: server.origin,
        clientId: 'governance-cli',
        tokenEndpoint: `${server.origin}/token`,
        revocationEndpoint: `${server.origin}/revoke`,
      },
      ...more,
    });
    const session = (saved: unknown[] = [], expiresAt = 0): UserSession =>
      new UserSession({ tokens: kept({ expiresAt }), onTokens: (tokens) => void saved.push(tokens) });

    it('are refreshed once for concurrent calls, and stored before use', async () => {
      answering(server, () => granted('new', { refresh_token: 'refresh-2' }));
      const saved: unknown[] = [];
      const tokens = session(saved);
      expect(await Promise.all([tokens.token(), tokens.token()])).toEqual(['new', 'new']);
      expect(formsTo('/token')).toEqual([
        expect.objectContaining({ grant_type: 'refresh_token', refresh_token: 'refresh-1' }),
      ]);
      expect(saved).toEqual([expect.objectContaining({ accessToken: 'new', refreshToken: 'refresh-2' })]);
      expect(inspect(tokens, { depth: 9, showHidden: true })).not.toMatch(/refresh-2|'new'/);
    });

    it('are not refreshed again after an error: a second use would end the session', async () => {
      answering(server, () => ({ status: 503, body: { error: 'temporarily_unavailable' } }));
      await expect(session().token()).rejects.toBeInstanceOf(SignInError);
      expect(formsTo('/token')).toHaveLength(1);
    });

    it('keep the refresh token of a provider that does not replace it', async () => {
      answering(server, () => granted('new'));
      const saved: unknown[] = [];
      await session(saved).token();
      expect(saved).toEqual([expect.objectContaining({ refreshToken: 'refresh-1' })]);
    });

    it('are used until they end or are refused', async () => {
      answering(server, () => granted('new'));
      const tokens = session([], Date.now() + 600_000);
      expect(await tokens.token()).toBe('old');
      tokens.discard('old');
      expect(await tokens.token()).toBe('new');
    });

    it('are revoked at sign-out', async () => {
      answering(server, () => granted('new'));
      const tokens = session([], Date.now() + 600_000);
      await tokens.signOut();
      expect(formsTo('/revoke')).toEqual([expect.objectContaining({ token: 'refresh-1' })]);
      await expect(tokens.token()).rejects.toMatchObject({ code: 'session_ended' });
    });

    it('go only where they came from: the surface is not asked where to refresh or revoke them', async () => {
      answering(server, () => granted('new', { refresh_token: 'refresh-2' }));
      const tokens = session();
      expect(await tokens.token()).toBe('new');
      await tokens.signOut();
      expect(server.received.map(({ url }) => url)).toEqual(['/token', '/revoke']);
      expect(tokens.apiUrl).toBe(server.origin);
      const foreign = kept({ origin: { ...kept().origin, resource: 'https://other.example' } });
      await expect(tokens.replace(foreign)).rejects.toThrow('these tokens are for https://other.example');
    });

    it('are not sent without TLS to another machine', async () => {
      const fetch = jest.fn();
      const origin = { ...kept().origin, tokenEndpoint: 'http://id.example.org/token' };
      await expect(new UserSession({ tokens: kept({ origin }), fetch }).token()).rejects.toThrow(
        'without TLS',
      );
      expect(fetch).not.toHaveBeenCalled();
    });
  });
});
