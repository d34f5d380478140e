import { randomUUID } from 'node:crypto';
import { type PublicApp, startPublicApp } from '../support/public-app';

describe('GET /api/survey-results/{id}/verify', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it('answers 404 for an unknown id', async () => {
    const { status, headers, body } = await app.get(`/api/survey-results/${randomUUID()}/verify`);
    expect({ status, body }).toEqual({
      status: 404,
      body: { error: 'there is no certificate with this id' },
    });
    expect(headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(headers.get('link')).toMatch(/^<https:.+>; rel="successor-version"$/);
  });
});
