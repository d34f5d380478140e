import { type HttpAnswer } from '@governance/testing';
import { auditEventsPath } from '../support/audit-events';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

describe('GET /iam/audit-events/export', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  const exported = (query: string): Promise<HttpAnswer> =>
    app.ask('GET', `${auditEventsPath}/export?${query}`);

  it.each([
    ['format=xml', 'format must be jsonl or csv'],
    ['format=CSV', 'format must be jsonl or csv'],
    ['format=csv&format=jsonl', 'format must be jsonl or csv'],
    ['format=csv&from=now', 'from must be an RFC 3339 timestamp'],
    ['format=csv&operation=none', 'operation must be the name of a recorded operation'],
    ['outcome=x', 'outcome must be done, refused or abandoned'],
    ['to=a&to=b', 'to must be given once'],
  ])('refuses %s with an error in JSON', async (query, text) => {
    const { status, headers, body } = await exported(query);
    expect([status, headers.get('content-type'), body]).toEqual([
      400,
      'application/json; charset=utf-8',
      { error: 'invalid_request', error_description: text },
    ]);
    expect(headers.get('content-disposition')).toBeNull();
  });

  it('ignores the parameters of a page, because it has none', async () => {
    expect((await exported('limit=0&cursor=x')).status).toBe(200);
  });
});
