import { type HttpAnswer } from '@governance/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PublicApp, publicBaseUrl, startPublicApp } from '../support/public-app';

const workspace = join(__dirname, '../../../..');

function committed(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(workspace, file), 'utf8')) as Record<string, unknown>;
}

describe('GET /openapi.json', () => {
  let app: PublicApp;
  let answer: HttpAnswer;
  beforeAll(async () => {
    app = await startPublicApp();
    answer = await app.get('/openapi.json');
  });
  afterAll(() => app.close());

  it('answers 200 without a token', () => {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('describes the public surface in version 1.0.0', () => {
    expect(answer.body).toMatchObject({ openapi: '3.1.1', info: { version: '1.0.0' } });
  });

  it('is the committed document, at this address', () => {
    const document = committed('docs/api/public.openapi.json');
    expect(answer.body).toEqual({ ...document, servers: [{ url: publicBaseUrl }] });
  });

  it('answers 304 to a client that has it', async () => {
    const { status, text } = await app.get('/openapi.json', {
      'if-none-match': answer.headers.get('etag') ?? '',
    });
    expect({ status, text }).toEqual({ status: 304, text: '' });
  });
});

describe('the running routes', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it('are those of route-policy.json', () => {
    const { public: rows } = committed('docs/api/route-policy.json') as {
      public: { method: string; path: string }[];
    };
    const names = rows.map(({ method, path }) => `${method} ${path}`);
    expect(app.routes().toSorted()).toEqual(names.toSorted());
  });
});
