import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { resultsPath } from '../support/org-results';

describe('GET /org/results/export', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  const exported = (query: string) => app.ask('GET', `${resultsPath}/export?${query}`);

  it.each([
    ['client=%00', 'client must have at most 253 characters, none of them a control character'],
    ['mode=msp', 'mode must be msp-self or client-on-behalf'],
    ['tier=Ready&tier=Ready', 'tier must be given once'],
    ['launch_allowed=yes', 'launch_allowed must be true or false'],
    ['renew_before=now', 'renew_before must be an RFC 3339 timestamp'],
  ])('refuses %s with an error in JSON', async (query, text) => {
    const { status, headers, body } = await exported(query);
    expect([status, headers.get('content-type'), body]).toEqual([
      400,
      'application/json; charset=utf-8',
      { error: 'invalid_request', error_description: text },
    ]);
    expect(headers.get('content-disposition')).toBeNull();
  });

  it('refuses another version, and ignores the parameters of a page, because it has none', async () => {
    expect((await exported('api-version=2.0')).status).toBe(400);
    expect((await exported('limit=0&cursor=x')).status).toBe(200);
  });
});
