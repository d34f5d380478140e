import { opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { publicBaseUrl, resultOf, startPlatformApp } from '../support/platform-app';

describe('GET /api/certification/verify/{id}', () => {
  const app = opened(startPlatformApp);

  it('answers 200 with the record, without a token and without personal data § 1.2g 1.2h 2.5a 2.5b 4.1.1c 4.1s 5.1.1c', async () => {
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

  it('answers 200 and valid=false for a well-formed unknown id § 4.1r', async () => {
    const { status, body } = await app.call(`/api/certification/verify/${randomUUID()}`, {
      headers: { accept: 'application/json' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ valid: false, status: 'not_found' });
    expect(body).not.toHaveProperty('overallScore');
  });

  describe('in a browser', () => {
    it('answers 302 to the verification page, identical for a known and an unknown id § 1.2g 4.1.2b 7.1j', async () => {
      const known = resultOf();
      await app.results.create(known, {});
      for (const id of [known.id, randomUUID()]) {
        const { status, headers } = await app.call(`/api/certification/verify/${id}`, {
          headers: { accept: 'text/html' },
        });
        expect(status).toBe(302);
        expect(headers.get('location')).toBe(`${publicBaseUrl}/verify/${id}`);
        expect(headers.get('vary')).toContain('Accept');
        expect(headers.get('cache-control')).toBe('no-store');
      }
    });

    it.each<[string, (id: string) => string]>([
      ['a full stop behind it', (id) => `${id}.`],
      ['a bracket behind it', (id) => `${id}>`],
      ['no hyphens', (id) => id.replaceAll('-', '')],
      ['a hyphen lost at the end of a line', (id) => id.replace(/-(?=[^-]*$)/, '')],
      ['hyphens of a word processor', (id) => id.replaceAll('-', '\u2011')],
    ])('answers 302 to the verification page for an id with %s', async (_, copy) => {
      const id = randomUUID();
      for (const query of ['', '?utm_source=mail']) {
        const { status, headers } = await app.call(
          `/api/certification/verify/${encodeURIComponent(copy(id))}${query}`,
          { headers: { accept: 'text/html' } },
        );
        expect([status, headers.get('location')]).toEqual([302, `${publicBaseUrl}/verify/${id}`]);
      }
    });

    it.each(['api-version=2.0', 'api-version=1&api-version=2', 'api-version=x'])(
      'ignores the version in the query: %s',
      async (query) => {
        const path = `/api/certification/verify/${randomUUID()}?${query}`;
        expect((await app.call(path, { headers: { accept: 'text/html' } })).status).toBe(302);
        expect((await app.call(`${path}&format=json`)).status).toBe(200);
      },
    );
  });

  describe('with an id that is not a UUID', () => {
    it.each([
      ['application/json', '42'],
      ['text/html', '42'],
      ['application/json', '%zz'],
      ['text/html', '%ff'],
    ])(
      'answers 400 in the public shape to a client that accepts %s, for %s § 4.1t 7.1e',
      async (accept, id) => {
        const { status, headers, body } = await app.call(`/api/certification/verify/${id}`, {
          headers: { accept },
        });
        expect({ status, body }).toEqual({ status: 400, body: { error: 'id must be a UUID' } });
        expect(headers.get('api-supported-versions')).toBe('1.0');
      },
    );
  });
});
