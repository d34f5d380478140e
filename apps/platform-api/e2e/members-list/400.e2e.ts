import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp } from '../support/credentials-app';
import { listMembers, startMembersApp } from '../support/members';

const limitRefused = 'limit must be an integer from 1 to 200';
const cursorRefused = 'cursor must be the next_cursor of a page of this list';

describe('GET /iam/members', () => {
  let app: CredentialsApp;
  let cursor: string;
  beforeAll(async () => {
    app = await startMembersApp();
    cursor = String((await listMembers(app, '?limit=1')).body.next_cursor);
  });
  afterAll(() => app.close());

  function refused({ status, body }: HttpAnswer, text: string): void {
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
  }

  it.each(['', '0', '-1', '201', '01', '1.5', 'all', '5&limit=6'])(
    'answers 400 to the limit %s',
    async (limit) => {
      refused(await listMembers(app, `?limit=${limit}`), limitRefused);
    },
  );

  it('answers 400 to a cursor that is damaged, given twice, or of another organization or list', async () => {
    for (const each of ['', 'x', '%00', cursor.slice(1), `${cursor}A`, `${cursor}&cursor=${cursor}`]) {
      refused(await listMembers(app, `?cursor=${each}`), cursorRefused);
    }
    const token = app.personToken({ org_id: 'org_globex' });
    refused(await listMembers(app, `?cursor=${cursor}`, { token }), cursorRefused);
    await app.create();
    await app.create();
    const other = String((await app.manage('GET', '?limit=1')).body.next_cursor);
    refused(await listMembers(app, `?cursor=${other}`), cursorRefused);
    expect((await listMembers(app, `?cursor=${cursor}`)).status).toBe(200);
  });
});
