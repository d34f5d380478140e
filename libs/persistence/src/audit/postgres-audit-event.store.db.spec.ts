import { opened } from '@governance/testing';
import {
  type AuditEntry,
  type AuditEvent,
  type AuditFilter,
  everythingOf,
  type ListPosition,
  type OrgViewer,
} from '@governance/iam';
import { clientOf, writingClient } from '../../spec/client-fixtures';
import { contextOf } from '../../spec/credential-fixtures';
import { laterBy, noon, openTestStores } from '../../spec/fixtures';
import { PostgresOrgClientStore } from '../clients/postgres-org-client.store';
import { listAuditEvents } from './list-audit-events';
import { PostgresAuditEventStore } from './postgres-audit-event.store';
import { PostgresAuditTrail } from './postgres-audit-trail';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const all: AuditFilter = {
  actor: undefined,
  operation: undefined,
  target: undefined,
  outcome: undefined,
  from: undefined,
  to: undefined,
};

describe('PostgresAuditEventStore', () => {
  const stores = opened(openTestStores);
  let store: PostgresAuditEventStore;

  beforeAll(() => {
    store = new PostgresAuditEventStore(stores.database);
  });

  async function append(overrides: Partial<AuditEntry>): Promise<void> {
    const entry = { at: noon, outcome: 'done', reason: undefined } as const;
    await new PostgresAuditTrail(stores.database).append({
      ...contextOf('m2m-credentials:rename', { target: 'credential-1' }),
      ...entry,
      ...overrides,
    });
  }

  const list = (
    orgId: string,
    filter: Partial<AuditFilter> = {},
    page: { readonly limit?: number; readonly after?: ListPosition } = {},
  ): Promise<readonly AuditEvent[]> =>
    store
      .forViewer(everythingOf(orgId))
      .list({ ...all, ...filter }, { limit: 100, after: undefined, ...page });

  it('reads every member of an event, and unknown values as undefined', async () => {
    const actor = { kind: 'machine', issuer: 'i', subject: 's', clientId: undefined } as const;
    const unknown = { target: undefined, secondFactorAgeSeconds: undefined };
    await append({ orgId: 'members', outcome: 'refused', reason: 'step_up_required' });
    await append({ orgId: 'members', at: laterBy(-1), actor, ...unknown });
    const id = expect.stringMatching(uuid) as unknown;
    expect(await list('members')).toEqual([
      {
        id,
        createdAt: noon,
        actor: { kind: 'person', issuer: 'https://id.example.org', subject: 'ada', clientId: 'web' },
        operation: 'm2m-credentials:rename',
        target: 'credential-1',
        outcome: 'refused',
        reason: 'step_up_required',
        requestId: 'request-1',
        secondFactorAgeSeconds: 12,
      },
      {
        id,
        createdAt: laterBy(-1),
        actor,
        operation: 'm2m-credentials:rename',
        outcome: 'done',
        reason: undefined,
        requestId: 'request-1',
        ...unknown,
      },
    ]);
  });

  it('reads the events of the organization only, and none without an organization', async () => {
    await append({ orgId: 'ours', requestId: 'ours' });
    await append({ orgId: 'theirs', requestId: 'theirs' });
    await append({ orgId: undefined, requestId: 'none' });
    expect((await list('ours')).map(({ requestId }) => requestId)).toEqual(['ours']);
    expect(await list('')).toEqual([]);
    expect(await list('%')).toEqual([]);
  });

  it('reads page by page, newest first, without gaps among events of one moment', async () => {
    // In several per millisecond.
    for (let n = 0; n < 20; n++) await append({ orgId: 'paged', at: laterBy(Math.floor(n / 4)) });
    const complete = await list('paged');
    const times = complete.map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const walked: AuditEvent[] = [];
    for (let page = await list('paged', {}, { limit: 3 }); page.length > 0;) {
      walked.push(...page);
      const after = page.at(-1);
      page = await list('paged', {}, { limit: 3, ...(after && { after }) });
    }
    expect(walked).toEqual(complete);
    expect(new Set(walked.map(({ id }) => id)).size).toBe(20);
  });

  describe('with a filter', () => {
    const other = { kind: 'operator', issuer: 'command', subject: 'uid 0', clientId: undefined } as const;
    beforeAll(async () => {
      const orgId = 'filtered';
      await append({ orgId, requestId: 'a', at: laterBy(0) });
      await append({ orgId, requestId: 'b', at: laterBy(1), actor: other, operation: 'members:remove' });
      await append({ orgId, requestId: 'c', at: laterBy(2), target: 'credential-2', outcome: 'refused' });
      await append({ orgId, requestId: 'd', at: laterBy(3), target: undefined });
    });

    it.each<[Partial<AuditFilter>, string]>([
      [{}, 'dcba'],
      [{ actor: 'uid 0' }, 'b'],
      [{ actor: 'UID 0' }, ''],
      [{ operation: 'members:remove' }, 'b'],
      [{ target: 'credential-1' }, 'ba'],
      [{ target: 'credential-%' }, ''],
      [{ outcome: 'refused' }, 'c'],
      [{ outcome: 'abandoned' }, ''],
      [{ from: laterBy(1) }, 'dcb'],
      [{ to: laterBy(2) }, 'ba'],
      [{ from: laterBy(1), to: laterBy(3) }, 'cb'],
      [{ from: new Date('0000-01-01T00:00:00Z'), to: new Date('9999-12-31T23:59:59-23:59') }, 'dcba'],
      [
        { actor: 'ada', operation: 'm2m-credentials:rename', target: 'credential-2', outcome: 'refused' },
        'c',
      ],
    ])('reads what matches all of %j', async (filter, expected) => {
      const found = await list('filtered', filter);
      expect(found.map(({ requestId }) => requestId).join('')).toBe(expected);
      const [first, ...rest] = found;
      if (first !== undefined) expect(await list('filtered', filter, { after: first })).toEqual(rest);
    });
  });

  it('reads a page of a long trail from an index that fits the filter', async () => {
    await stores.sql(`
      INSERT INTO audit_trail (at, org_id, actor_kind, actor_issuer, actor_subject, operation, target, request_id, outcome)
      SELECT now() - n * interval '1 minute', 'long', 'person', 'i', 's-' || n % 1000, 'o', 't-' || n % 1000, 'r', 'done'
      FROM generate_series(1, 20000) AS n`);
    await stores.sql('ANALYZE audit_trail');
    const indexOf = async (filter: Partial<AuditFilter>): Promise<string> => {
      const { statement, values } = listAuditEvents(
        everythingOf('long'),
        { ...all, ...filter },
        { limit: 100, after: undefined },
      );
      const plan = await stores.database.inTransaction(async (query) => {
        await query(`SELECT set_config('governance.org_id', 'long', true)`);
        return query<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement.text}`, values);
      });
      return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    expect(await indexOf({})).toContain('using audit_trail_before_listed');
    expect(await indexOf({ actor: 's-7' })).toContain('using audit_trail_before_by_actor');
    expect(await indexOf({ target: 't-7' })).toContain('using audit_trail_before_by_target');
  });

  it('shows a viewer the events of clients that are visible now, and all others § 10.22e', async () => {
    const orgId = 'viewers';
    const clients = new PostgresOrgClientStore(stores.database, stores.keyring).forViewer(
      everythingOf(orgId),
    );
    const write = writingClient('create', orgId);
    const create = async (memberIds: readonly string[]): Promise<string> => {
      const client = clientOf({ memberIds });
      await clients.create(client, write);
      return client.id;
    };
    const [shared, ofAda, deleted] = [await create([]), await create(['user_ada']), await create([])];
    await clients.delete(deleted, writingClient('delete', orgId));
    await append({ orgId });
    for (const target of [undefined, 'not-an-id', ofAda.toUpperCase()])
      await append({ orgId, operation: 'org-clients:update', outcome: 'refused', target });
    const targetsFor = async (
      sees: OrgViewer['sees'],
      filter: Partial<AuditFilter> = {},
    ): Promise<unknown[]> => {
      const page = { limit: 100, after: undefined };
      const events = await store.forViewer({ orgId, sees }).list({ ...all, ...filter }, page);
      return events.map(({ target }) => target).toSorted();
    };
    const others = ['credential-1', undefined];
    expect(await targetsFor('all')).toHaveLength(8);
    expect(await targetsFor('unassigned')).toEqual([...others, shared].toSorted());
    expect(await targetsFor({ member: 'user_ada' })).toEqual([...others, shared, ofAda].toSorted());
    expect(await targetsFor('unassigned', { target: ofAda })).toEqual([]);
    expect(await targetsFor({ member: 'user_ada' }, { target: ofAda })).toEqual([ofAda]);
    await clients.change(ofAda, { memberIds: ['user_bob'] }, writingClient('update', orgId));
    expect(await targetsFor({ member: 'user_ada' })).toEqual([...others, shared].toSorted());
  });
});
