import { ListPages } from '@governance/http';
import {
  type AuditEvent,
  AuditEventStore,
  type AuditFilter,
  type AuditFilterRequest,
  type ListPage,
  type OrgAuditEvents,
  type OrgViewer,
} from '@governance/iam';
import { machineOf } from '@governance/iam/spec';
import { RuleViolation, StoreUnavailable } from '@governance/kernel';
import { newTestKeyring } from '@governance/testing';
import { text } from 'node:stream/consumers';
import { AuditEventsService } from './audit-events.service';

const caller = machineOf('org_acme');
const noFilter: AuditFilterRequest = {
  actor: undefined,
  operation: undefined,
  target: undefined,
  outcome: undefined,
  from: undefined,
  to: undefined,
};

function eventOf(n: number, overrides: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id: `event-${n}`,
    createdAt: new Date(1_763_640_000_000 - n),
    actor: {
      kind: 'machine',
      issuer: 'https://issuer.example.org',
      subject: 'client-1',
      clientId: undefined,
    },
    operation: 'm2m-credentials:rename',
    target: undefined,
    outcome: 'done',
    reason: undefined,
    requestId: 'request-1',
    secondFactorAgeSeconds: undefined,
    ...overrides,
  };
}

/** One organization's events, newest first. Records each read. */
class Events extends AuditEventStore implements OrgAuditEvents {
  readonly reads: { readonly filter: AuditFilter; readonly page: ListPage }[] = [];
  entries: readonly AuditEvent[] = [];
  /** The number of the read that fails. */
  failing = 0;

  forViewer(viewer: OrgViewer): OrgAuditEvents {
    expect(viewer).toEqual({ orgId: 'org_acme', sees: 'unassigned' });
    return this;
  }

  list(filter: AuditFilter, page: ListPage): Promise<readonly AuditEvent[]> {
    this.reads.push({ filter, page });
    if (this.reads.length === this.failing) return Promise.reject(new StoreUnavailable());
    const start = this.entries.findIndex(({ id }) => id === page.after?.id) + 1;
    return Promise.resolve(this.entries.slice(start, start + page.limit));
  }
}

describe('AuditEventsService', () => {
  let events: Events;
  let service: AuditEventsService;
  beforeEach(() => {
    events = new Events();
    service = new AuditEventsService(events, new ListPages(newTestKeyring()));
  });

  const many = (count: number): readonly AuditEvent[] => Array.from({ length: count }, (_, n) => eventOf(n));

  it('lists pages of 100, unless another page is requested', async () => {
    events.entries = many(230);
    const first = await service.list(caller, { filter: noFilter, page: undefined });
    expect(first.entries).toEqual(events.entries.slice(0, 100));
    const page = { limit: 130, cursor: first.nextCursor };
    const rest = await service.list(caller, { filter: noFilter, page });
    expect(rest).toEqual({ entries: events.entries.slice(100), nextCursor: undefined });
  });

  it('passes the checked filter to the store, for a list and an export', async () => {
    const filter = { ...noFilter, actor: 'person-1', from: '2026-11-20T12:00:00Z' };
    await service.list(caller, { filter, page: undefined });
    await service.export(caller, { filter, format: 'csv' });
    const checked = { ...noFilter, actor: 'person-1', from: new Date('2026-11-20T12:00:00.000Z') };
    expect(events.reads.map((read) => read.filter)).toEqual([checked, checked]);
  });

  it('refuses an invalid filter before it reads', async () => {
    const filter = { ...noFilter, to: 'tomorrow' };
    const refusal = new RuleViolation('to must be an RFC 3339 timestamp');
    await expect(service.export(caller, { filter, format: 'jsonl' })).rejects.toThrow(refusal);
    await expect(service.list(caller, { filter, page: undefined })).rejects.toThrow(refusal);
    expect(events.reads).toEqual([]);
  });

  it.each([
    [0, 1],
    [1, 1],
    [499, 1],
    [500, 2],
    [1_200, 3],
  ])('exports %i events by %i reads', async (count, reads) => {
    events.entries = many(count);
    const { stream, type } = await service.export(caller, { filter: noFilter, format: 'jsonl' });
    const lines = (await text(stream)).split('\n').slice(0, -1);
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(
      events.entries.map(({ id }) => id),
    );
    expect([type, events.reads.length]).toEqual(['application/jsonl; charset=utf-8', reads]);
  });

  it('reads no further than its reader, and stops when the reader leaves', async () => {
    events.entries = many(100_000);
    const { stream } = await service.export(caller, { filter: noFilter, format: 'jsonl' });
    const chunks = stream[Symbol.asyncIterator]();
    for (let taken = 1; taken <= 5; taken++) {
      await chunks.next();
      expect(events.reads.length).toBeLessThanOrEqual(taken + 2);
    }
    const before = events.reads.length;
    await chunks.return?.();
    expect(stream.destroyed).toBe(true);
    await new Promise(setImmediate);
    expect(events.reads.length - before).toBeLessThanOrEqual(1);
  });

  it('rejects while the store is unavailable, and breaks off when that happens later', async () => {
    events.entries = many(1_200);
    events.failing = 1;
    await expect(service.export(caller, { filter: noFilter, format: 'csv' })).rejects.toThrow(
      StoreUnavailable,
    );
    events.failing = 3;
    const { stream } = await service.export(caller, { filter: noFilter, format: 'csv' });
    await expect(text(stream)).rejects.toThrow(StoreUnavailable);
  });

  it('exports a row per event as CSV, below the names of the columns', async () => {
    const secondFactorAgeSeconds = 12.5;
    events.entries = [
      eventOf(0, {
        target: '=1+1',
        requestId: '-1',
        reason: 'a "reason", such as this',
        secondFactorAgeSeconds,
      }),
      eventOf(1),
    ];
    const { stream, type } = await service.export(caller, { filter: noFilter, format: 'csv' });
    const actor = 'machine,https://issuer.example.org,client-1,,m2m-credentials:rename';
    expect((await text(stream)).split('\r\n')).toEqual([
      'id,created_at,actor_kind,actor_issuer,actor_subject,actor_client_id,operation,target,outcome,reason,request_id,second_factor_age_seconds',
      `event-0,2025-11-20T12:00:00.000Z,${actor},'=1+1,done,"a ""reason"", such as this",'-1,12.5`,
      `event-1,2025-11-20T11:59:59.999Z,${actor},,done,,request-1,`,
      '',
    ]);
    expect(type).toBe('text/csv; charset=utf-8');
  });

  it('exports the entries of the list as JSON Lines', async () => {
    events.entries = [eventOf(0)];
    const { stream } = await service.export(caller, { filter: noFilter, format: 'jsonl' });
    expect(JSON.parse(await text(stream))).toEqual({
      id: 'event-0',
      created_at: '2025-11-20T12:00:00.000Z',
      actor: { kind: 'machine', issuer: 'https://issuer.example.org', subject: 'client-1', client_id: null },
      operation: 'm2m-credentials:rename',
      target: null,
      outcome: 'done',
      reason: null,
      request_id: 'request-1',
      second_factor_age_seconds: null,
    });
  });
});
