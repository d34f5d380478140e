import { given, type HttpAnswer, opened, until } from '@governance/testing';
import {
  auditEventsPath,
  auditPath,
  insertEvents,
  type ListedEvent,
  listEvents,
} from '../support/audit-events';
import { newOrganization, startCredentialsApp } from '../support/credentials-app';

const head =
  'id,created_at,actor_kind,actor_issuer,actor_subject,actor_client_id,operation,target,outcome,reason,request_id,second_factor_age_seconds';

/** Larger than what the buffers of both ends of a connection hold. */
const events = 60_000;

describe('GET /iam/audit-events/export', () => {
  describe('200', () => {
    const app = given(newOrganization);

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

    it('answers 200 with every event of the list as JSON Lines, which is the default § 10.5f', async () => {
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
      const ids = eventsOf(await exported({ actor: 'person-3' }, 'org_mine')).map(
        (event) => event.request_id,
      );
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

  describe('400', () => {
    const app = given(newOrganization);
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

    it('ignores the parameters of a page, because it has none § 10.5g', async () => {
      expect((await exported('limit=0&cursor=x')).status).toBe(200);
    });
  });
});

describe('GET /iam/audit-events/export while the database is unavailable', () => {
  const app = opened(startCredentialsApp);

  it('answers 503 with Retry-After § 10.5j', async () => {
    const path = auditPath({}, '/export');
    expect((await app.ask('GET', path)).status).toBe(200);
    await app.loseDatabase();
    const { status, body, headers } = await app.ask('GET', path);
    expect([status, body]).toEqual([
      503,
      {
        error: 'temporarily_unavailable',
        error_description: 'the service is temporarily unavailable, try again',
      },
    ]);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
    expect(headers.get('content-disposition')).toBeNull();
  });
});

describe('GET /iam/audit-events/export, with a client that reads slowly', () => {
  const app = opened(startCredentialsApp);
  beforeAll(async () => {
    await insertEvents(app, events);
  });

  /** On a busy machine, the database can be too slow for a single attempt. */
  const start = (): Promise<Response> =>
    until(async () => {
      const headers = { authorization: `Bearer ${app.personToken()}` };
      const response = await fetch(app.origin + auditPath({}, '/export'), { headers });
      if (response.status === 200) return response;
      await response.body?.cancel();
      return undefined;
    });

  it('holds no connection to the database while it waits, and sends every event', async () => {
    const slow: Response[] = [];
    // More exports wait than the pool has connections.
    while (slow.length < 12) slow.push(await start());
    await until(async () => (await app.ask('GET', auditPath({ limit: '1' }))).status === 200);
    const [first, ...others] = slow;
    for (const { body } of others) await body?.cancel();
    const text = await first?.text();
    expect(text?.split('\n')).toHaveLength(events + 1);
  });

  it('ends without the last chunk when the database becomes unavailable, which the client sees', async () => {
    const response = await start();
    await app.loseDatabase();
    await expect(response.text()).rejects.toThrow('terminated');
  });
});
