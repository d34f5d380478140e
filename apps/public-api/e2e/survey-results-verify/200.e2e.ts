import { platformBaseUrl, type PublicApp, startPublicApp } from '../support/public-app';
import { personal, recordOf, submit } from '../support/submit';

describe('GET /api/survey-results/{id}/verify', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it('answers 200 with the verification record and no personal data', async () => {
    const submitted = await submit(app, personal);
    const { status, body, text } = await app.get(`/api/survey-results/${String(submitted.id)}/verify`);

    expect(status).toBe(200);
    expect(body).toEqual(recordOf(submitted));
    expect(text).not.toMatch(/assessor|private/);
  });

  it('has a Deprecation header and a link to the canonical endpoint', async () => {
    const { id } = await submit(app);
    const { headers } = await app.get(`/api/survey-results/${String(id)}/verify`);

    expect(headers.get('deprecation')).toMatch(/^@\d+$/);
    const canonical = `${platformBaseUrl}/api/certification/verify/${String(id)}`;
    expect(headers.get('link')).toBe(`<${canonical}>; rel="successor-version"`);
  });
});
