import { closeServer, listen } from '@governance/testing';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { CredentialsApi } from './credentials-api';

const credential = { id: 'one', name: 'Machine', client_id: 'client' };
const { signal } = new AbortController();

describe('CredentialsApi', () => {
  let server: Server;
  let api: CredentialsApi;
  let answers: [status: number, body: object][];
  let seen: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[];

  beforeEach(async () => {
    [answers, seen] = [[], []];
    server = createServer((req, res) => {
      seen.push(req);
      const [status, body] = answers.shift() ?? [500, {}];
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const port = await listen(server);
    api = new CredentialsApi({ url: `http://127.0.0.1:${port}`, token: 'token', signal });
  });
  afterEach(() => closeServer(server));

  const calls = () => seen.map(({ method, url }) => `${method ?? ''} ${url ?? ''}`);

  it('creates one credential, however often it retries', async () => {
    answers = [
      [503, { error: 'temporarily_unavailable' }],
      [409, { error: 'conflict' }],
      [201, { ...credential, client_secret: 'gmc_first' }],
    ];
    expect(await api.create('Machine')).toEqual({ ...credential, client_secret: 'gmc_first' });
    expect(calls()).toEqual(Array(3).fill('POST /iam/m2m-credentials?api-version=1.0'));
    const keys = new Set(seen.map(({ headers }) => headers['idempotency-key']));
    expect([...keys]).toEqual([expect.stringMatching(/^.{16,}$/)]);
  });

  it('rotates a secret that it did not receive', async () => {
    answers = [
      [201, credential],
      [200, { ...credential, client_secret: 'gmc_second' }],
    ];
    expect(await api.create('Machine')).toEqual({ ...credential, client_secret: 'gmc_second' });
    expect(calls()[1]).toBe('POST /iam/m2m-credentials/one/rotate-secret?api-version=1.0');
  });

  it('lists, or reports that these endpoints are not live', async () => {
    answers = [
      [200, { credentials: [credential] }],
      [404, { error: 'not_found' }],
    ];
    expect([await api.list(), await api.list()]).toEqual([[credential], undefined]);
    expect(seen[0]?.headers.authorization).toBe('Bearer token');
  });

  it('reports an unexpected response', async () => {
    answers = [[403, { error: 'step_up_required' }]];
    await expect(api.create('Machine')).rejects.toThrow(
      /^POST .*\/iam\/m2m-credentials\?api-version=1\.0 answered 403: {"error":"step_up_required"}$/,
    );
  });
});
