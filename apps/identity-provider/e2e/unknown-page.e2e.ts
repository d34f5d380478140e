import { callHttp } from '@governance/testing';
import { type IdentityApp, startIdentityApp } from './support/identity-app';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const unknown = { error: 'not_found', error_description: 'there is nothing at this path' };

describe('a path that does not exist', () => {
  let app: IdentityApp;
  beforeAll(async () => {
    app = await startIdentityApp();
  });
  afterAll(() => app.close());

  it('is a page with status 404 for browsers', async () => {
    const { status, text, headers } = await callHttp(`${app.issuer}/nothing/here`, {
      headers: { accept: browser },
    });
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
    expect(text).toContain('<h1>This page does not exist</h1>');
  });

  it.each(['*/*', 'application/json', 'text/plain'])('is JSON for %s', async (accept) => {
    const { status, body } = await callHttp(`${app.issuer}/nothing/here`, { headers: { accept } });
    expect([status, body]).toEqual([404, unknown]);
  });
});
