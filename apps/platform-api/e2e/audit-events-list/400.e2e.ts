import { type HttpAnswer } from '@governance/testing';
import { auditPath, insertEvents } from '../support/audit-events';
import { type CredentialsApp, credentialsPath, startCredentialsApp } from '../support/credentials-app';

const cursorRefused = 'cursor must be the next_cursor of a page of this list';

describe('GET /iam/audit-events', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
    await insertEvents(app, 2);
  });
  afterAll(() => app.close());

  function refused({ status, body }: HttpAnswer, text: string): void {
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
  }

  const longId = (name: string, longest: number): string =>
    `${name} must have at most ${longest} characters, none of them a control character`;

  it.each([
    ['limit=0', 'limit must be an integer from 1 to 200'],
    ['limit=201', 'limit must be an integer from 1 to 200'],
    ['cursor=AQ', cursorRefused],
    [`actor=${'a'.repeat(256)}`, longId('actor', 255)],
    ['actor=%00', longId('actor', 255)],
    ['actor=a&actor=b', 'actor must be given once'],
    ['operation=m2m-credentials:', 'operation must be the name of a recorded operation'],
    ['operation=constructor', 'operation must be the name of a recorded operation'],
    [`target=${'t'.repeat(129)}`, longId('target', 128)],
    ['target=a%0Ab', longId('target', 128)],
    ['outcome=DONE', 'outcome must be done, refused or abandoned'],
    ['outcome=done&outcome=refused', 'outcome must be given once'],
    ['from=2026-11-20', 'from must be an RFC 3339 timestamp'],
    ['from=1763640000', 'from must be an RFC 3339 timestamp'],
    ['to=2026-02-30T12:00:00Z', 'to must be an RFC 3339 timestamp'],
    ['to=2026-11-20T12:00:00', 'to must be an RFC 3339 timestamp'],
  ])('refuses %s', async (query, text) => {
    refused(await app.ask('GET', `${auditPath()}?${query}`), text);
  });

  it('refuses the cursor of another organization and of another list', async () => {
    const { body } = await app.ask('GET', auditPath({ limit: '1' }));
    const cursor = String(body.next_cursor);
    const token = app.personToken({ org_id: 'org_other' });
    refused(await app.ask('GET', auditPath({ cursor }), { token }), cursorRefused);
    refused(await app.ask('GET', `${credentialsPath}?cursor=${cursor}`), cursorRefused);
    await app.create();
    await app.create();
    const credentials = await app.manage('GET', '?limit=1');
    refused(await app.ask('GET', auditPath({ cursor: String(credentials.body.next_cursor) })), cursorRefused);
    expect((await app.ask('GET', auditPath({ cursor }))).status).toBe(200);
  });

  it('checks the permission before the conditions', async () => {
    const token = app.personToken({ permissions: [] });
    expect((await app.ask('GET', auditPath({ limit: '0', from: 'x' }), { token })).status).toBe(403);
  });
});
