import { type PublicApp, startPublicApp } from '../support/public-app';

describe('GET /assessment.json with If-None-Match', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it('answers 304 without a body to a client that has these bytes', async () => {
    const etag = (await app.get('/assessment.json')).headers.get('etag') ?? '';
    for (const path of ['/assessment.json', '/assessment/1.1.0.json']) {
      const { status, text } = await app.get(path, { 'if-none-match': etag });
      expect({ status, text }).toEqual({ status: 304, text: '' });
    }
  });

  it('answers 200 to a client that has others', async () => {
    expect((await app.get('/assessment.json', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('marks a version as immutable and the current one as changeable', async () => {
    expect((await app.get('/assessment/1.0.0.json')).headers.get('cache-control')).toContain('immutable');
    expect((await app.get('/assessment.json')).headers.get('cache-control')).not.toContain('immutable');
  });
});
