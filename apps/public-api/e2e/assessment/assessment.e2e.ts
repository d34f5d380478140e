import { given } from '@governance/testing';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedPublicApp } from '../support/public-app';

const app = given(sharedPublicApp);

describe.each([
  ['/assessment.json', '1.1.0'],
  ['/assessment/1.1.0.json', '1.1.0'],
  ['/assessment/1.0.0.json', '1.0.0'],
])('GET %s', (path, version) => {
  const published = readFileSync(join(__dirname, `../../../../libs/rubric/src/published/${version}.json`));
  it('answers 200 with the published bytes, with questions and domains at the top level § 1.1j 1.1l', async () => {
    const { status, headers, text, body } = await app.get(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(text).toBe(published.toString('utf8'));
    expect(body.questions).toHaveLength(44);
    expect(body.domains).toHaveLength(8);
  });

  it('defines the meaning of the answers 0 to 3 § 2.1c', async () => {
    const { body } = await app.get(path);
    const scale = body.answerScale as { value: number; label: string }[];
    expect(scale.map(({ value, label }) => `${value} ${label}`)).toEqual([
      '0 None',
      '1 Partial',
      '2 Mostly',
      '3 Yes',
    ]);
  });

  it('has the SHA-256 of the bytes as its ETag', async () => {
    const { headers } = await app.get(path);
    expect(headers.get('etag')).toBe(`"${createHash('sha256').update(published).digest('hex')}"`);
  });
});

describe('GET /assessment.json with If-None-Match', () => {
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

describe('GET /assessment/{version}.json', () => {
  it.each(['0.9.0', '1.0', '__proto__', 'constructor', '..%2F1.0.0'])(
    'answers 404 for version %s',
    async (version) => {
      const { status, body } = await app.get(`/assessment/${version}.json`);
      expect(status).toBe(404);
      expect(body).toEqual({ error: 'no rubric was published under this version' });
    },
  );
});
