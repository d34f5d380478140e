import { randomUUID } from 'node:crypto';
import { type PlatformApp, publicBaseUrl, resultOf, startPlatformApp } from '../support/platform-app';

describe('GET /api/certification/verify/{id}', () => {
  let app: PlatformApp;
  beforeAll(async () => {
    app = await startPlatformApp();
  });
  afterAll(() => app.close());

  it('answers 200 with the record, without a token and without personal data', async () => {
    const result = resultOf();
    await app.results.create(result, {
      submitterEmail: 'assessor@example.com',
      notes: 'private',
      deliveryId: randomUUID(),
    });

    const { status, body, text } = await app.call(`/api/certification/verify/${result.id}?format=json`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: result.id,
      valid: true,
      status: 'valid',
      issuedAt: '2026-11-20T12:00:00.000Z',
      renewBy: '2027-11-20T12:00:00.000Z',
      mode: 'client-on-behalf',
      overallScore: 71,
      tier: 'Progressing',
      launchAllowed: true,
      rubric: { ...result.rubric, url: `${publicBaseUrl}/assessment/1.0.0.json` },
      issuer: publicBaseUrl,
      selfAssessment: true,
      verifiedAt: expect.stringMatching(/Z$/) as unknown,
    });
    expect(text).not.toMatch(/assessor|private|gov-ai-policy/);
  });

  it('answers 200 and valid=false for a well-formed unknown id', async () => {
    const { status, body } = await app.call(`/api/certification/verify/${randomUUID()}`, {
      headers: { accept: 'application/json' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ valid: false, status: 'not_found' });
    expect(body).not.toHaveProperty('overallScore');
  });
});
