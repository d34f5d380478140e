import { type Tokens } from '@governance/client';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitCode } from '../exit-code';
import { FileTokenStore } from './file-token-store';
import { RefreshedTokens } from './refreshed-tokens';

describe('the tokens of the signed-in user', () => {
  let folder: string;
  let store: FileTokenStore;
  let server: Server;
  let refreshes: number;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tokens-'));
    store = new FileTokenStore(folder);
    refreshes = 0;
    server = createServer(({ url = '' }, response) => {
      const origin = originOf(server);
      const answers: Record<string, () => object> = {
        '/.well-known/oauth-protected-resource': () => ({
          resource: origin,
          authorization_servers: [origin],
        }),
        '/.well-known/oauth-authorization-server': () => ({
          issuer: origin,
          token_endpoint: `${origin}/token`,
        }),
        '/token': () => ({
          access_token: `refreshed-${(refreshes += 1)}`,
          token_type: 'Bearer',
          expires_in: 600,
          refresh_token: `refresh-${refreshes + 1}`,
        }),
      };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[url]?.() ?? {}));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  const tokens = (): RefreshedTokens =>
    new RefreshedTokens({ store, profile: 'default', apiUrl: originOf(server), clientId: 'cli', folder });
  const kept = (expiresAt: number): Tokens => ({ accessToken: 'kept', refreshToken: 'refresh-1', expiresAt });

  it('are used while they last', async () => {
    await store.save('default', kept(Date.now() + 600_000));
    expect(await tokens().token()).toBe('kept');
    expect(refreshes).toBe(0);
  });

  it('are refreshed once by commands that run at the same time, and stored for their owner alone', async () => {
    await store.save('default', kept(0));
    expect(await Promise.all([tokens().token(), tokens().token(), tokens().token()])).toEqual([
      'refreshed-1',
      'refreshed-1',
      'refreshed-1',
    ]);
    expect(refreshes).toBe(1);
    expect(await store.load('default')).toMatchObject({ refreshToken: 'refresh-2' });
    expect((statSync(join(folder, 'tokens/default.json')).mode & 0o777).toString(8)).toBe('600');
  });

  it('are refreshed when the service refuses one', async () => {
    await store.save('default', kept(Date.now() + 600_000));
    const source = tokens();
    source.discard('kept');
    expect(await source.token()).toBe('refreshed-1');
  });

  it.each<[string, string | undefined]>([
    ['missing', undefined],
    ['damaged', '{'],
    ['of another program', '{"token": 1}'],
  ])('ask for a sign-in when the file is %s', async (_what, content) => {
    await store.save('default', kept(0));
    if (content === undefined) await store.remove('default');
    else writeFileSync(join(folder, 'tokens/default.json'), content);
    await expect(tokens().token()).rejects.toMatchObject({ code: exitCode.signIn });
  });
});

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
