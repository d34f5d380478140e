import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, credentialsPath, startCredentialsApp } from '../support/credentials-app';
import { invitationsPath, invitedId } from '../support/invitations';

const limitRefused = 'limit must be an integer from 1 to 200';
const cursorRefused = 'cursor must be the next_cursor of a page of this list';
const statusRefused = 'status must be pending, accepted, expired or revoked';

describe('GET /iam/org-invitations', () => {
  let app: CredentialsApp;
  let cursor: string;
  beforeAll(async () => {
    app = await startCredentialsApp();
    await invitedId(app);
    await invitedId(app, { email: 'second@example.com' });
    cursor = String((await ask('limit=1')).body.next_cursor);
  });
  afterAll(() => app.close());

  const ask = (query: string, token = app.personToken()): Promise<HttpAnswer> =>
    app.ask('GET', `${invitationsPath}?${query}`, { token });

  function refused({ status, body }: HttpAnswer, text: string): void {
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
  }

  it.each(['', '0', '-1', '201', '01', '1.5', 'all', '5&limit=6'])('refuses the limit %s', async (limit) => {
    refused(await ask(`limit=${limit}`), limitRefused);
  });

  it.each(['', 'Pending', 'pending,expired', 'replaced', '__proto__', 'pending&status=pending'])(
    'refuses the status %s',
    async (status) => {
      refused(await ask(`status=${status}`), statusRefused);
    },
  );

  it('refuses a cursor that is damaged, empty, or given twice', async () => {
    const damaged = ['', 'x', cursor.slice(1), `${cursor}A`, `${cursor}&cursor=${cursor}`];
    for (const each of damaged) refused(await ask(`cursor=${each}`), cursorRefused);
  });

  it('refuses a cursor of another organization, and of another list', async () => {
    refused(await ask(`cursor=${cursor}`, app.personToken({ org_id: 'org_globex' })), cursorRefused);
    await app.create();
    await app.create();
    const { body } = await app.manage('GET', '?limit=1');
    refused(await ask(`cursor=${String(body.next_cursor)}`), cursorRefused);
    refused(await app.ask('GET', `${credentialsPath}?cursor=${cursor}`), cursorRefused);
    expect((await ask(`cursor=${cursor}`)).status).toBe(200);
  });

  it('answers 400 to an unsupported version', async () => {
    expect((await ask('api-version=2.0')).body.error).toBe('unsupported_api_version');
  });
});
