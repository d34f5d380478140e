import { given } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { platformBaseUrl, sharedPublicApp } from '../support/public-app';
import { personal, recordOf, submit } from '../support/submit';

const app = given(sharedPublicApp);

describe('GET /api/survey-results/{id}/verify', () => {
  it('answers 200 with the verification record and no personal data § 1.2h 1.3a 2.5a 2.5b 4.1.3a 4.1u 5.1.1c', async () => {
    const submitted = await submit(app, personal);
    const { status, body, text } = await app.get(`/api/survey-results/${String(submitted.id)}/verify`);

    expect(status).toBe(200);
    expect(body).toEqual(recordOf(submitted));
    expect(text).not.toMatch(/assessor|private/);
  });

  it('has a Deprecation header and a link to the canonical endpoint § 4.1.1a', async () => {
    const { id } = await submit(app);
    const { headers } = await app.get(`/api/survey-results/${String(id)}/verify`);

    expect(headers.get('deprecation')).toMatch(/^@\d+$/);
    const canonical = `${platformBaseUrl}/api/certification/verify/${String(id)}`;
    expect(headers.get('link')).toBe(`<${canonical}>; rel="successor-version"`);
  });

  it.each(['1', 'not-a-uuid', '3f1c5a0e7d2b4c7e9a512b8c6d4e0f19', "'%20OR%201=1", '%zz', '%ff'])(
    'answers 400 for the id %s § 4.1v 7.1f',
    async (id) => {
      const { status, headers, body } = await app.get(`/api/survey-results/${id}/verify`);
      expect({ status, body }).toEqual({ status: 400, body: { error: 'id must be a UUID' } });
      expect(headers.get('deprecation')).toMatch(/^@\d+$/);
    },
  );

  it('answers 404 for an unknown id § 2.3a 4.1w 7.1h', async () => {
    const { status, headers, body } = await app.get(`/api/survey-results/${randomUUID()}/verify`);
    expect({ status, body }).toEqual({
      status: 404,
      body: { error: 'there is no certificate with this id' },
    });
    expect(headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(headers.get('link')).toMatch(/^<https:.+>; rel="successor-version"$/);
  });
});
