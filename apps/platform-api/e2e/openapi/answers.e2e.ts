import { type HttpAnswer, OpenApiContract } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { type PlatformApp, resultOf, startPlatformApp } from '../support/platform-app';

const verify = '/api/certification/verify';

/** What the app really answers is what its document says, and nothing is documented that it never answers. */
describe('the answers of the platform surface', () => {
  const result = resultOf();
  let app: PlatformApp;
  let contract: OpenApiContract;

  beforeAll(async () => {
    app = await startPlatformApp();
    contract = new OpenApiContract((await app.call('/openapi.json')).body);
    await app.results.create(result, {});
  });
  afterAll(() => app.close());

  async function ask(path: string, headers: Record<string, string> = {}): Promise<HttpAnswer> {
    const answer = await app.call(path, { headers });
    expect(await contract.differences({ method: 'GET', path }, answer)).toEqual([]);
    return answer;
  }

  it.each(['/health', '/health/live', '/health/ready'])('to GET %s', async (path) => {
    expect((await ask(path)).status).toBe(200);
    expect((await ask(`${path}?api-version=2.0`)).status).toBe(400);
  });

  it('to verification', async () => {
    expect((await ask(`${verify}/${result.id}?format=json`)).body.valid).toBe(true);
    expect((await ask(`${verify}/${randomUUID()}?format=json`)).body.valid).toBe(false);
    expect((await ask(`${verify}/${result.id}`, { accept: 'text/html' })).status).toBe(302);
    for (const wrong of ['42', '%E0%A4%A', `${result.id}?api-version=2.0`]) {
      expect((await ask(`${verify}/${wrong}`)).status).toBe(400);
    }
  });

  it('while the database does not answer', async () => {
    const blocker = new Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE survey_results');
    expect((await ask(`${verify}/${result.id}?format=json`)).status).toBe(503);
    await blocker.end();
  });

  it('are all that is documented', async () => {
    await app.loseDatabase();
    expect((await ask('/health/ready')).status).toBe(503);
    expect(contract.unseen).toEqual([]);
  });
});
