import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

const limitRefused = 'limit must be an integer from 1 to 200';
const cursorRefused = 'cursor must be the next_cursor of a page of this list';

describe('GET /iam/m2m-credentials', () => {
  let app: CredentialsApp;
  let cursor: string;
  beforeAll(async () => {
    app = await startCredentialsApp();
    await app.create();
    await app.create();
    cursor = String((await app.manage('GET', '?limit=1')).body.next_cursor);
  });
  afterAll(() => app.close());

  function refused({ status, body }: HttpAnswer, text: string): void {
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
  }

  it.each(['', '0', '-1', '201', '1000', '01', '1.5', '1e2', '%201', '0x10', 'all', 'null', '5&limit=6'])(
    'refuses the limit %s',
    async (limit) => {
      refused(await app.manage('GET', `?limit=${limit}`), limitRefused);
      refused(await app.manage('GET', `?cursor=${cursor}&limit=${limit}`), limitRefused);
    },
  );

  it('refuses a cursor that is damaged, empty, or given twice', async () => {
    const damaged = [
      '',
      'x',
      'null',
      '%00',
      '..%2F',
      'AQAAAAE',
      'a'.repeat(4_000),
      cursor.slice(0, -1),
      cursor.slice(1),
      `${cursor}A`,
      `${cursor}%3D`,
      `${cursor}&cursor=${cursor}`,
      ...[0, 8, 40, cursor.length - 3].map(
        (at) => cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
      ),
    ];
    for (const each of damaged) refused(await app.manage('GET', `?cursor=${each}`), cursorRefused);
  });

  it('refuses the cursor of another organization like a damaged one', async () => {
    const token = app.personToken({ org_id: 'org_other' });
    await app.create({}, { token });
    await app.create({}, { token });
    const theirs = await app.manage('GET', '?limit=1', { token });
    const { next_cursor: foreign } = theirs.body;
    expect(theirs.status).toBe(200);
    refused(await app.manage('GET', `?cursor=${String(foreign)}`), cursorRefused);
    refused(await app.manage('GET', `?cursor=${cursor}`, { token }), cursorRefused);
    expect((await app.manage('GET', `?cursor=${cursor}`)).status).toBe(200);
  });

  it.each([
    [`name=${'a'.repeat(101)}`, 'name must have at most 100 characters, none of them a control character'],
    ['name=%00', 'name must have at most 100 characters, none of them a control character'],
    ['name=a&name=b', 'name must be given once'],
    ['expires_before=tomorrow', 'expires_before must be an RFC 3339 timestamp'],
    ['expires_before=2026-11-20&expires_before=2026-11-21', 'expires_before must be given once'],
    ['used=1', 'used must be true or false'],
    ['used=true&used=false', 'used must be given once'],
  ])('refuses %s', async (query, text) => {
    refused(await app.manage('GET', `?${query}`), text);
  });

  it('checks the permission before the parameters', async () => {
    const token = app.personToken({ permissions: [] });
    expect((await app.manage('GET', '?limit=0&cursor=x', { token })).status).toBe(403);
  });
});
