import { type UserTokens } from '@governance/client';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitCode } from '../exit-code';
import { FileTokenStore } from './file-token-store';
import { RefreshedTokens } from './refreshed-tokens';
import { signOut } from './sign-out';

describe('the tokens of the signed-in user', () => {
  let folder: string;
  let store: FileTokenStore;
  let server: Server;
  let refreshes: number;
  let asked: string[];
  let revocation: number;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tokens-'));
    store = new FileTokenStore(folder);
    refreshes = 0;
    asked = [];
    revocation = 200;
    server = createServer(({ url = '' }, response) => {
      asked.push(url);
      if (url === '/revoke') response.statusCode = revocation;
      const answers: Record<string, () => object> = {
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

  const tokens = (apiUrl = originOf(server)): RefreshedTokens =>
    new RefreshedTokens({ store, profile: 'default', apiUrl, folder, variables: {} });
  const kept = (expiresAt: number): UserTokens => ({
    accessToken: 'kept',
    refreshToken: 'refresh-1',
    expiresAt,
    origin: {
      resource: originOf(server),
      issuer: originOf(server),
      clientId: 'cli',
      tokenEndpoint: `${originOf(server)}/token`,
      revocationEndpoint: `${originOf(server)}/revoke`,
    },
  });

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

  it('are neither shown to another surface nor refreshed for it', async () => {
    for (const expiresAt of [Date.now() + 600_000, 0]) {
      await store.save('default', kept(expiresAt));
      for (const apiUrl of ['https://evil.example', `${originOf(server)}/other`])
        await expect(tokens(apiUrl).token()).rejects.toMatchObject({
          code: exitCode.signIn,
          message: expect.stringContaining(`signed in to ${originOf(server)}, not to ${apiUrl}`) as unknown,
        });
    }
    expect(asked).toEqual([]);
  });

  it('are forgotten and revoked where they came from', async () => {
    await store.save('default', kept(0));
    expect(await signOut(store, 'default')).toBe(originOf(server));
    expect([asked, await store.load('default'), await signOut(store, 'default')]).toEqual([
      ['/revoke'],
      undefined,
      undefined,
    ]);
  });

  it('are forgotten when they cannot be revoked, which is told', async () => {
    await store.save('default', kept(0));
    revocation = 503;
    await expect(signOut(store, 'default')).rejects.toMatchObject({
      code: exitCode.unavailable,
      message: expect.stringContaining('deleted here, but') as unknown,
    });
    expect(await store.load('default')).toBeUndefined();
  });

  it('are told to be still there when the keyring does not forget them', async () => {
    class Stubborn extends FileTokenStore {
      override remove(): Promise<void> {
        return Promise.resolve();
      }
    }
    const stubborn = new Stubborn(folder);
    await stubborn.save('default', kept(0));
    await expect(signOut(stubborn, 'default')).rejects.toThrow('cannot be deleted');
    expect(asked).toEqual([]);
  });

  it.each<[string, string | undefined]>([
    [
      'of an earlier version, without their origin',
      '{"accessToken": "a", "refreshToken": "r", "expiresAt": 1}',
    ],
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
