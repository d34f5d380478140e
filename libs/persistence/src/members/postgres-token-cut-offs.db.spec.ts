import { opened } from '@governance/testing';
import { type AuditEntry } from '@governance/iam';
import { rowsSeen } from '../../spec/credential-fixtures';
import { openTestStores } from '../../spec/fixtures';
import { memberOf } from '../../spec/member-fixtures';
import { PostgresTokenCutOffs } from './postgres-token-cut-offs';

/** In the future: an earlier time than that of the database is not stored. */
const soon = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000);
const laterBy = (ms: number): Date => new Date(soon.getTime() + ms);

describe('PostgresTokenCutOffs', () => {
  const stores = opened(openTestStores, [beforeEach, afterEach]);
  let cutOffs: PostgresTokenCutOffs;
  const member = memberOf();

  beforeEach(() => {
    cutOffs = new PostgresTokenCutOffs(stores.database);
  });

  const entry = (overrides: Partial<AuditEntry> = {}): AuditEntry => ({
    actor: { kind: 'operator', issuer: 'command', subject: 'root', clientId: undefined },
    orgId: member.orgId,
    operation: 'members:remove',
    target: member.subject,
    requestId: 'run-1',
    secondFactorAgeSeconds: undefined,
    at: soon,
    outcome: 'done',
    reason: undefined,
    ...overrides,
  });

  it('has no row for most users', async () => {
    expect(await cutOffs.find(member)).toBeUndefined();
  });

  it('stores a removal and a role change of the same user', async () => {
    await cutOffs.remove(member, soon);
    expect(await cutOffs.find(member)).toEqual({ removedAt: soon, roleChange: undefined });
    await cutOffs.changeRole(member, { at: laterBy(1_000), role: 'viewer' });
    const roleChange = { at: laterBy(1_000), role: 'viewer' };
    expect(await cutOffs.find(member)).toEqual({ removedAt: soon, roleChange });
  });

  it('is not before the time of the database, for a process whose clock is behind', async () => {
    const began = Date.now();
    await cutOffs.remove(member, new Date(began - 600_000));
    await cutOffs.changeRole(member, { at: new Date(began - 600_000), role: 'viewer' });
    const found = await cutOffs.find(member);
    for (const at of [found?.removedAt, found?.roleChange?.at])
      expect(at?.getTime()).toBeGreaterThanOrEqual(began - 5);
  });

  it('ends sessions at the time of their issuer, so that later tokens stay valid', async () => {
    const before = new Date('2026-11-26T12:00:00.123Z');
    await cutOffs.endSessions(member, before);
    expect(await cutOffs.find(member)).toEqual({ removedAt: before, roleChange: undefined });
    await cutOffs.endSessions(member, soon);
    await cutOffs.endSessions(member, before);
    expect(await cutOffs.find(member)).toMatchObject({ removedAt: soon });
  });

  it('never moves a time back', async () => {
    await cutOffs.remove(member, laterBy(2_000));
    await cutOffs.remove(member, soon);
    await cutOffs.changeRole(member, { at: laterBy(3_000), role: 'account-admin' });
    await cutOffs.changeRole(member, { at: soon, role: 'viewer' });
    const roleChange = { at: laterBy(3_000), role: 'viewer' };
    expect(await cutOffs.find(member)).toEqual({ removedAt: laterBy(2_000), roleChange });
  });

  it('cuts off several users at once, with one audit row, and never moves a time back', async () => {
    await cutOffs.remove(member, laterBy(2_000));
    const { issuer, orgId, subject } = member;
    await cutOffs.removeAll({ issuer, orgId, subjects: [subject, 'bob', 'bob'] }, soon, entry());
    await cutOffs.removeAll({ issuer, orgId, subjects: [] }, soon);
    expect(await cutOffs.find(member)).toMatchObject({ removedAt: laterBy(2_000) });
    expect(await cutOffs.find(memberOf({ subject: 'bob' }))).toMatchObject({ removedAt: soon });
    expect(await cutOffs.find(memberOf({ subject: 'bob', orgId: 'globex' }))).toBeUndefined();
    expect(await stores.sql('SELECT target FROM audit_trail')).toEqual([{ target: 'ada' }]);
  });

  it('is about one issuer, subject and organization', async () => {
    await cutOffs.remove(member, soon);
    for (const other of [{ issuer: 'https://other.example.org' }, { subject: 'bob' }, { orgId: 'globex' }]) {
      expect(await cutOffs.find(memberOf(other))).toBeUndefined();
    }
  });

  it('leaves no organization set on the connection', async () => {
    await cutOffs.remove(member, soon);
    const left = `
      SELECT current_setting('governance.org_id', true) AS org_id
      FROM (SELECT * FROM find_token_cut_off('https://id.example.org', 'ada', 'acme')) AS asked`;
    expect(await rowsSeen(stores.testDatabase.url, left)).toEqual([{ org_id: '' }]);
  });

  it('writes the cut-off with its audit row, or neither', async () => {
    await cutOffs.remove(member, soon, entry());
    const rows = () => stores.sql('SELECT actor_kind, operation, target, outcome FROM audit_trail');
    const row = { actor_kind: 'operator', operation: 'members:remove', target: 'ada', outcome: 'done' };
    expect(await rows()).toEqual([row]);
    const failing = entry({ orgId: 'globex' });
    await expect(cutOffs.changeRole(member, { at: soon, role: 'viewer' }, failing)).rejects.toThrow(
      'row-level security',
    );
    expect(await cutOffs.find(member)).toEqual({ removedAt: soon, roleChange: undefined });
    expect(await rows()).toEqual([row]);
  });
});
