import { Times } from '@governance/testing';
import { gzipSync } from 'node:zlib';
import { type PublicApp, startPublicApp } from '../support/public-app';

const json = { 'content-type': 'application/json' };

describe('POST /api/survey-results with a hostile body', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  async function statusOf(body: NonNullable<RequestInit['body']>, headers: object = {}): Promise<number> {
    const response = await fetch(`${app.origin}/api/survey-results`, {
      method: 'POST',
      headers: { ...json, ...headers },
      body,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    });
    expect(await response.json()).toEqual({ error: expect.any(String) as unknown });
    return response.status;
  }

  const large = JSON.stringify({ notes: 'x'.repeat(102_400) });

  it('answers 413 for more than 100 KiB', async () => {
    expect(await statusOf(large)).toBe(413);
  });

  it('answers 413 for more than 100 KiB without a Content-Length', async () => {
    expect(await statusOf(new Blob([large]).stream())).toBe(413);
  });

  it('answers 413 for a few bytes that unpack to 20 MB', async () => {
    const packed = gzipSync(JSON.stringify({ notes: 'x'.repeat(20_000_000) }));
    expect(packed.length).toBeLessThan(102_400);
    expect(await statusOf(packed, { 'content-encoding': 'gzip' })).toBe(413);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
  ])('answers 415 for %s', async (contentType) => {
    expect(await statusOf('{}', { 'content-type': contentType })).toBe(415);
  });

  const unknown = Object.fromEntries(Array.from({ length: 7_000 }, (_, index) => [`q${index}`, 3]));

  it.each([
    ['lists that are nested 40,000 deep', `{"answers":${'['.repeat(40_000)}${']'.repeat(40_000)}}`],
    ['objects that are nested 15,000 deep', `{"answers":${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}}`],
    ['an unknown member nested as deeply', `{"x":${'['.repeat(40_000)}${']'.repeat(40_000)}}`],
    ['a map of 7,000 unknown questions', JSON.stringify({ answers: unknown })],
    ['an address of 90,000 characters', JSON.stringify({ submitterEmail: `${'a.'.repeat(45_000)}@b` })],
  ])('answers 400 for %s, within milliseconds', async (_what, body) => {
    const times = new Times();
    for (let round = 0; round < 5; round += 1) {
      expect(await times.measure(() => statusOf(body))).toBe(400);
    }
    times.expectQuickestBelow(50);
  });
});
