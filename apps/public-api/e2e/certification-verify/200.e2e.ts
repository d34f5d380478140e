import { randomUUID } from 'node:crypto';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { personal, recordOf, submit } from '../support/submit';

describe('GET /api/certification/verify/{id} on the public host', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it('answers 200 with the record to a client that requests JSON by header or query', async () => {
    const submitted = await submit(app, personal);
    const id = String(submitted.id);
    const path = `/api/certification/verify/${id}`;
    for (const answer of [
      await app.get(`${path}?format=json`, { accept: 'text/html' }),
      await app.get(path, { accept: 'application/json' }),
      await app.get(`/api/certification/verify/${id.toUpperCase()}?format=json`),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(recordOf(submitted));
      expect(answer.text).not.toMatch(/assessor|private/);
      expect(answer.headers.get('vary')).toContain('Accept');
    }
  });

  it('answers 200 and valid=false, without any result, for a well-formed unknown id', async () => {
    const id = randomUUID();
    const { status, body } = await app.get(`/api/certification/verify/${id}?format=json`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      valid: false,
      status: 'not_found',
      issuer: 'https://assess.example.org',
      selfAssessment: true,
      verifiedAt: expect.stringMatching(/Z$/) as unknown,
    });
  });
});
