import { type PublicApp, startPublicApp } from '../support/public-app';

describe('POST /api/survey-results with a hostile body', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  async function statusOf(body: string, contentType = 'application/json'): Promise<number> {
    const response = await fetch(`${app.origin}/api/survey-results`, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
    });
    expect(await response.json()).toEqual({ error: expect.any(String) as unknown });
    return response.status;
  }

  it('answers 413 for more than 100 KiB', async () => {
    expect(await statusOf(JSON.stringify({ notes: 'x'.repeat(102_400) }))).toBe(413);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
  ])('answers 415 for %s', async (contentType) => {
    expect(await statusOf('{}', contentType)).toBe(415);
  });

  it('answers 400 for answers that are nested 40,000 deep', async () => {
    const depth = 40_000;
    expect(await statusOf(`{"answers":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toBe(400);
    expect(await statusOf(`{"answers":${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}}`)).toBe(400);
  });

  it('answers 400 for a map of 7,000 unknown questions', async () => {
    const answers = Object.fromEntries(Array.from({ length: 7_000 }, (_, index) => [`q${index}`, 3]));
    expect(await statusOf(JSON.stringify({ answers }))).toBe(400);
  });
});
