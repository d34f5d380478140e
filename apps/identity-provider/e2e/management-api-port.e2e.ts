import { BuiltProgram, callHttp, freePort, type HttpAnswer } from '@governance/testing';
import { apiUrl, claimsNamespace, managementToken, openStores, type Stores } from './support/identity-app';

describe('a management API on a port of its own', () => {
  let stores: Stores;
  let program: BuiltProgram;
  let [publicOrigin, managementOrigin] = ['', ''];

  beforeAll(async () => {
    stores = await openStores();
    const [port, apiPort, managementPort] = [await freePort(), await freePort(), await freePort()];
    [publicOrigin, managementOrigin] = [port, apiPort].map((each) => `http://127.0.0.1:${each}`) as [
      string,
      string,
    ];
    program = new BuiltProgram('apps/identity-provider/main.js', {
      PORT: String(port),
      MANAGEMENT_API_PORT: String(apiPort),
      MANAGEMENT_PORT: String(managementPort),
      ISSUER: 'https://login.example.org',
      API_URL: apiUrl,
      CLAIMS_NAMESPACE: claimsNamespace,
      MANAGEMENT_TOKEN: managementToken,
      DATABASE_URL: stores.databaseUrl,
      KEYRING_FILE: stores.keyringFile,
    });
    await program.started();
  });
  afterAll(async () => {
    await program.kill();
    await stores.drop();
  });

  const call = (origin: string, path: string): Promise<HttpAnswer> =>
    callHttp(origin + path, { headers: { authorization: `Bearer ${managementToken}` } });

  it('is served there, and not on the public port', async () => {
    const path = '/management/v1/organizations/org_unknown';
    const [own, shown] = [await call(managementOrigin, path), await call(publicOrigin, path)];
    expect([own.status, own.body]).toEqual([404, expect.objectContaining({ error: 'not_found' }) as object]);
    expect(own.text).not.toBe(shown.text);
    expect([shown.status, shown.body]).toEqual([
      404,
      { error: 'not_found', error_description: 'there is nothing at this path' },
    ]);
  });

  it('still needs its token', async () => {
    expect((await callHttp(`${managementOrigin}/management/v1/organizations/org_a`)).status).toBe(401);
    expect((await callHttp(`${publicOrigin}/management/v1/organizations/org_a`)).status).toBe(404);
  });

  it.each(['/.well-known/openid-configuration', '/jwks', '/sign-in', '/managements'])(
    'does not have %s of the public port',
    async (path) => {
      expect((await call(managementOrigin, path)).body).toMatchObject({
        error_description: 'there is nothing at this path',
      });
    },
  );

  it('leaves the public port its paths', async () => {
    expect((await call(publicOrigin, '/jwks')).status).toBe(200);
  });

  it('ends with the program', async () => {
    expect((await call(managementOrigin, '/management/v1/organizations/org_unknown')).status).toBe(404);
    program.signal('SIGTERM');
    expect((await program.ended).code).toBe(0);
  });
});
