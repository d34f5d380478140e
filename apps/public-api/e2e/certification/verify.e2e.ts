import { given } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { sharedPublicApp } from '../support/public-app';
import { personal, recordOf, submit } from '../support/submit';

const app = given(sharedPublicApp);

describe('GET /api/certification/verify/{id} on the public host', () => {
  it('answers 200 with the record to a client that requests JSON by header or query § 4.1.2a 4.1r 4.1s', async () => {
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

  it.each([
    ['a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['a client that accepts anything', '*/*'],
    ['a client that prefers HTML', 'text/html, application/json;q=0.9'],
  ])('redirects %s to the verification page, for known and unknown ids § 4.1.2b 7.1j', async (_, accept) => {
    for (const id of [String((await submit(app)).id), randomUUID()]) {
      const { status, headers } = await app.get(`/api/certification/verify/${id}`, { accept });
      expect(status).toBe(302);
      expect(headers.get('location')).toBe(`https://assess.example.org/verify/${id}`);
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
      const { status, headers } = await app.get(
        `/api/certification/verify/${encodeURIComponent(copy(id))}${query}`,
        { accept: 'text/html' },
      );
      expect([status, headers.get('location')]).toEqual([302, `https://assess.example.org/verify/${id}`]);
    }
  });

  it.each(['api-version=2.0', 'api-version=1&api-version=2', 'api-version=x'])(
    'ignores the version in the query: %s',
    async (query) => {
      const path = `/api/certification/verify/${randomUUID()}?${query}`;
      expect((await app.get(path, { accept: 'text/html' })).status).toBe(302);
      expect((await app.get(`${path}&format=json`)).status).toBe(200);
    },
  );

  it.each([
    ['application/json', '42'],
    ['text/html', '42'],
    ['application/json', '%zz'],
    ['text/html', '%ff'],
  ])(
    'answers 400 for an id that is not a UUID to a client that accepts %s, for %s § 4.1t 7.1e',
    async (accept, id) => {
      const { status, body } = await app.get(`/api/certification/verify/${id}`, { accept });
      expect({ status, body }).toEqual({ status: 400, body: { error: 'id must be a UUID' } });
    },
  );

  it.each(['/api/certification/verify/42', '/api/certification/verify/3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f1'])(
    'answers 400, and leads a browser on to the form: %s',
    async (path) => {
      const { status, body, headers } = await app.get(path, { accept: 'text/html' });
      expect({ status, body }).toEqual({ status: 400, body: { error: 'id must be a UUID' } });
      const given = path.split('/').at(-1) ?? '';
      expect(headers.get('refresh')).toBe(`0; url=https://assess.example.org/verify?certificate=${given}`);
      const machine = await app.get(path, { accept: 'application/json' });
      expect([machine.status, machine.headers.get('refresh')]).toEqual([400, null]);
    },
  );

  it('answers 400 to a program for an id that only a person may write otherwise', async () => {
    const id = randomUUID().replaceAll('-', '');
    for (const query of [`${id}?format=json`, `${randomUUID()}.?format=json`])
      expect((await app.get(`/api/certification/verify/${query}`)).status).toBe(400);
  });
});
