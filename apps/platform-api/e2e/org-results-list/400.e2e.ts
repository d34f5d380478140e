import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { attachedResult, resultsPath } from '../support/org-results';

const limitRefused = 'limit must be an integer from 1 to 200';
const cursorRefused = 'cursor must be the next_cursor of a page of this list';
const clientRefused = 'client must have at most 253 characters, none of them a control character';

describe('GET /org/results', () => {
  let app: CredentialsApp;
  let cursor: string;
  beforeAll(async () => {
    app = await startCredentialsApp();
    await attachedResult(app);
    await attachedResult(app);
    cursor = String((await list('limit=1')).body.next_cursor);
  });
  afterAll(() => app.close());

  function list(query: string, token = app.personToken()): Promise<HttpAnswer> {
    return app.ask('GET', `${resultsPath}?${query}`, { token });
  }

  function refused({ status, body }: HttpAnswer, text: string): void {
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
  }

  it.each(['', '0', '-1', '201', '01', '1.5', 'all', '5&limit=6'])('refuses the limit %s', async (limit) => {
    refused(await list(`limit=${limit}`), limitRefused);
  });

  it.each([
    [`client=${'a'.repeat(254)}`, clientRefused],
    ['client=%00', clientRefused],
    ['client=a%0Ab', clientRefused],
    ['client=a&client=b', 'client must be given once'],
    ['mode=msp', 'mode must be msp-self or client-on-behalf'],
    ['tier=ready', 'tier must be Critical, Developing, Progressing or Ready'],
    ['launch_allowed=1', 'launch_allowed must be true or false'],
    ['latest=yes', 'latest must be true or false'],
    ['latest=true&latest=true', 'latest must be given once'],
    ['renew_before=tomorrow', 'renew_before must be an RFC 3339 timestamp'],
    ['renew_before=2026-02-30T12:00:00Z', 'renew_before must be an RFC 3339 timestamp'],
  ])('refuses %s', async (query, text) => {
    refused(await list(query), text);
  });

  it('refuses a cursor that is damaged, empty, given twice, of another organization or of another list', async () => {
    for (const each of ['', 'x', '%00', cursor.slice(1), `${cursor}A`, `${cursor}&cursor=${cursor}`]) {
      refused(await list(`cursor=${each}`), cursorRefused);
    }
    refused(await list(`cursor=${cursor}`, app.personToken({ org_id: 'org_other' })), cursorRefused);
    refused(await app.ask('GET', `/iam/audit-events?cursor=${cursor}`), cursorRefused);
    expect((await list(`cursor=${cursor}`)).status).toBe(200);
  });

  it('refuses another version', async () => {
    const { status, body, headers } = await list('api-version=2.0');
    expect([status, body.error]).toEqual([400, 'unsupported_api_version']);
    expect(headers.get('api-supported-versions')).toBe('1.0');
  });
});
