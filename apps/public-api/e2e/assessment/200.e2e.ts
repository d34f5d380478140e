import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PublicApp, startPublicApp } from '../support/public-app';

describe.each([
  ['/assessment.json', '1.1.0'],
  ['/assessment/1.1.0.json', '1.1.0'],
  ['/assessment/1.0.0.json', '1.0.0'],
])('GET %s', (path, version) => {
  const published = readFileSync(join(__dirname, `../../../../libs/rubric/src/published/${version}.json`));
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it('answers 200 with the published bytes, with questions and domains at the top level', async () => {
    const { status, headers, text, body } = await app.get(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(text).toBe(published.toString('utf8'));
    expect(body.questions).toHaveLength(44);
    expect(body.domains).toHaveLength(8);
  });

  it('defines the meaning of the answers 0 to 3', async () => {
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
