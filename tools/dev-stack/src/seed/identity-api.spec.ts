import { closeServer, listen } from '@governance/testing';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { IdentityApi, type SeededConnection } from './identity-api';

const { signal } = new AbortController();
const path = '/v1/organizations/org_acme/connections';
const upstream = { issuer: 'http://127.0.0.1:3003', clientId: 'con_sso', clientSecret: 'secret' };
const planned: SeededConnection = { id: 'con_sso', name: 'Single sign-on', type: 'enterprise', upstream };

describe('the connections that the seed ensures', () => {
  let server: Server;
  let api: IdentityApi;
  let found: object[];
  let put: [url: string | undefined, body: unknown][];

  beforeEach(async () => {
    [found, put] = [[], []];
    server = createServer((req, res) => {
      res.setHeader('content-type', 'application/json');
      if (req.method === 'GET') res.end(JSON.stringify({ connections: found }));
      else void json(req).then((body) => res.end(JSON.stringify({ n: put.push([req.url, body]) })));
    });
    const port = await listen(server);
    api = new IdentityApi({ url: `http://127.0.0.1:${port}`, token: 'token', signal });
  });
  afterEach(() => closeServer(server));

  const known = { id: 'con_sso', name: 'Renamed', type: 'enterprise', enabled: false };
  const { clientSecret, ...shown } = upstream;

  it('are created if missing', async () => {
    const database = { id: 'con_db', name: 'Password', type: 'database' } as const;
    await api.ensureConnections('org_acme', [database, planned]);
    expect(put).toEqual([
      [`${path}/con_db`, { name: 'Password', type: 'database' }],
      [`${path}/con_sso`, { name: 'Single sign-on', type: 'enterprise', upstream }],
    ]);
  });

  it.each([
    ['of an older stack, which lead nowhere', undefined],
    ['for which the seed had set another address', { ...shown, issuer: 'http://127.0.0.1:3103' }],
    ['that are as they must be', shown],
  ])('use the upstream provider and are otherwise unchanged: those %s', async (_case, before) => {
    found = [{ ...known, ...(before && { upstream: before }) }];
    await api.ensureConnections('org_acme', [planned]);
    const body = { name: 'Renamed', type: 'enterprise', enabled: false };
    expect(put).toEqual([[`${path}/con_sso`, { ...body, upstream: { ...shown, clientSecret } }]]);
  });

  it.each([
    ['for which a developer has set another provider', { upstream: { ...shown, clientId: 'other' } }],
    ['to which a developer has given another type', { type: 'database' }],
  ])('are unchanged: those %s', async (_case, changes) => {
    found = [{ ...known, ...changes }];
    await api.ensureConnections('org_acme', [planned]);
    expect(put).toEqual([]);
  });
});
