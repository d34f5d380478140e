import { type PublicApp, startPublicApp } from '../support/public-app';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('a path that does not exist', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp({
      settings: {
        ISSUER_NAME: 'Example Assurance',
        CONTACT_URL: 'mailto:contact@example.org',
        PRIVACY_URL: 'https://example.org/privacy',
      },
    });
  });
  afterAll(() => app.close());

  it('is a page with status 404 for browsers', async () => {
    const { status, text, headers } = await app.get('/nothing/here', { accept: browser });
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
    expect(text).toContain('<h1>This page does not exist</h1>');
  });

  it.each([undefined, '*/*', 'application/json', 'text/plain'])('is JSON for %s', async (accept) => {
    const { status, body } = await app.get('/nothing/here', accept === undefined ? {} : { accept });
    expect([status, body]).toEqual([404, { error: 'there is nothing at this path' }]);
  });

  it('is 405 with JSON if the path exists for another method', async () => {
    const { status, headers } = await app.get('/api/survey-results', { accept: browser });
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('names the operator, with its contact and privacy policy, as every page does', async () => {
    for (const path of ['/nothing', '/', '/verify']) {
      const { text } = await app.get(path, { accept: browser });
      expect(text).toContain('Operated by Example Assurance.');
      expect(text).toContain('<a href="mailto:contact@example.org">Contact</a>');
      expect(text).toContain('<a href="https://example.org/privacy">Privacy</a>');
    }
  });
});
