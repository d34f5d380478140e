import { type HttpAnswer } from '@governance/testing';
import { auditPath, insertEvents, type ListedEvent, listEvents } from '../support/audit-events';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

const head =
  'id,created_at,actor_kind,actor_issuer,actor_subject,actor_client_id,operation,target,outcome,reason,request_id,second_factor_age_seconds';

describe('GET /iam/audit-events/export', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  async function exported(query: Record<string, string>, orgId: string): Promise<HttpAnswer> {
    const token = app.personToken({ org_id: orgId, permissions: ['org:audit:read'] });
    const answer = await app.ask('GET', auditPath(query, '/export'), { token });
    expect(answer.status).toBe(200);
    return answer;
  }

  const eventsOf = ({ text }: HttpAnswer): ListedEvent[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as ListedEvent);

  async function wholeList(orgId: string): Promise<readonly ListedEvent[]> {
    const token = app.personToken({ org_id: orgId });
    const events: ListedEvent[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const page: Record<string, string> = cursor === '' ? {} : { cursor };
      const { body } = await app.ask('GET', auditPath({ limit: '200', ...page }), { token });
      events.push(...(body.audit_events as ListedEvent[]));
      cursor = body.next_cursor as string | undefined;
    }
    return events;
  }

  it('answers 200 with every event of the list as JSON Lines, which is the default', async () => {
    await insertEvents(app, 1_250, 'org_long');
    const answer = await exported({}, 'org_long');
    expect(eventsOf(answer)).toHaveLength(1_250);
    expect(eventsOf(answer)).toEqual(await wholeList('org_long'));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-events.jsonl"',
      'cache-control': 'no-store',
      'api-supported-versions': '1.0',
    });
    expect((await exported({ format: 'jsonl' }, 'org_long')).text).toBe(answer.text);
  });

  it('answers 200 with the same events as CSV, with cells that no spreadsheet computes', async () => {
    await insertEvents(app, 600, 'org_table');
    const token = app.personToken({ org_id: 'org_table', sub: '=1+1' });
    await app.manage('POST', '', { token, body: {}, headers: { 'x-request-id': '-1' } });
    const { text, headers } = await exported({ format: 'csv' }, 'org_table');
    const [first, newest, ...rows] = text.split('\r\n');
    const [event] = await listEvents(app, { limit: '1' }, { token });
    expect(first).toBe(head);
    expect(newest).toBe(
      `${event?.id ?? ''},${event?.created_at ?? ''},person,${app.issuer.issuer},'=1+1,app-1,m2m-credentials:create,,refused,invalid_request,'-1,`,
    );
    expect(rows).toHaveLength(601);
    expect(rows.at(-1)).toBe('');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-events.csv"',
    });
  });

  it('has only the events that match the conditions, of the token’s organization', async () => {
    await insertEvents(app, 20, 'org_mine');
    await insertEvents(app, 20, 'org_theirs');
    const ids = eventsOf(await exported({ actor: 'person-3' }, 'org_mine')).map((event) => event.request_id);
    expect(ids).toEqual(['request-3', 'request-10', 'request-17']);
    expect(eventsOf(await exported({ operation: 'members:remove' }, 'org_mine'))).toEqual([]);
    const [third] = eventsOf(await exported({ actor: 'person-3' }, 'org_theirs'));
    expect(eventsOf(await exported({ target: third?.target ?? '' }, 'org_mine'))).toEqual([]);
  });

  it('answers an organization without events with an empty file', async () => {
    expect((await exported({}, 'org_none')).text).toBe('');
    expect((await exported({ format: 'csv' }, 'org_none')).text).toBe(`${head}\r\n`);
  });

  it('answers HEAD without a body', async () => {
    await insertEvents(app, 10, 'org_head');
    const token = app.personToken({ org_id: 'org_head' });
    const { status, text, headers } = await app.ask('HEAD', auditPath({ format: 'csv' }, '/export'), {
      token,
    });
    expect([status, text, headers.get('content-type')]).toEqual([200, '', 'text/csv; charset=utf-8']);
  });
});
