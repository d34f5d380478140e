import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { createIdentity, identitiesPath } from '../support/service-identities';

const limitRefused = 'limit must be an integer from 1 to 200';
const cursorRefused = 'cursor must be the next_cursor of a page of this list';

describe('GET /iam/service-identities', () => {
  let app: CredentialsApp;
  let cursor: string;
  beforeAll(async () => {
    app = await startCredentialsApp();
    await createIdentity(app);
    await createIdentity(app);
    cursor = String((await list('limit=1')).body.next_cursor);
  });
  afterAll(() => app.close());

  function list(query: string, token = app.personToken()): Promise<HttpAnswer> {
    return app.ask('GET', `${identitiesPath}?${query}`, { token });
  }

  function refused({ status, body }: HttpAnswer, text: string): void {
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
  }

  it.each(['', '0', '-1', '201', '01', '1.5', 'all', '5&limit=6'])('refuses the limit %s', async (limit) => {
    refused(await list(`limit=${limit}`), limitRefused);
  });

  it('refuses a cursor that is damaged, empty, or given twice', async () => {
    for (const each of ['', 'x', '%00', cursor.slice(1), `${cursor}A`, `${cursor}&cursor=${cursor}`]) {
      refused(await list(`cursor=${each}`), cursorRefused);
    }
  });

  it('refuses the cursor of another organization, and of another list', async () => {
    refused(await list(`cursor=${cursor}`, app.personToken({ org_id: 'org_other' })), cursorRefused);
    refused(await app.manage('GET', `?cursor=${cursor}`), cursorRefused);
    const { next_cursor: ofCredentials } = (await app.manage('GET', '?limit=1')).body;
    refused(await list(`cursor=${String(ofCredentials)}`), cursorRefused);
    expect((await list(`cursor=${cursor}`)).status).toBe(200);
  });

  it('refuses another version', async () => {
    const { status, body, headers } = await list('api-version=2.0');
    expect([status, body.error]).toEqual([400, 'unsupported_api_version']);
    expect(headers.get('api-supported-versions')).toBe('1.0');
  });
});
