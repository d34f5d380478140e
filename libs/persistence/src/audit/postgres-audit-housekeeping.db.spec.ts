import { fewestAuditDays } from '@governance/iam';
import { opened, refused, RoleSession, runSql } from '@governance/testing';
import { contextOf, rowsSeen } from '../../spec/credential-fixtures';
import { openTestStores } from '../../spec/fixtures';
import { migrate } from '../migrate';
import { PostgresAuditHousekeeping } from './postgres-audit-housekeeping';
import { PostgresAuditTrail } from './postgres-audit-trail';
import { PostgresAuditTrees } from './postgres-audit-trees';
import { PostgresTreeHeads } from './postgres-tree-heads';

const now = new Date();
const housekeeping = { scope: 'housekeeping' };

function daysAgo(days: number): Date {
  return new Date(now.getTime() - days * 86_400_000);
}

describe('PostgresAuditHousekeeping', () => {
  const stores = opened(openTestStores, [beforeEach, afterEach]);

  const append = (days: number, orgId?: string): Promise<void> =>
    new PostgresAuditTrail(stores.database).append({
      ...contextOf('m2m-credentials:rename', { orgId, target: `${days} days` }),
      at: daysAgo(days),
      outcome: 'done',
      reason: undefined,
    });
  /** Seals the events of an organization; the head is signed too unless this says otherwise. */
  async function seal(orgId: string, { isSigned = true } = {}): Promise<void> {
    await new PostgresAuditTrees(stores.database).seal(orgId, now);
    const heads = new PostgresTreeHeads(stores.database);
    if (isSigned) for (const head of await heads.unsigned(10)) await heads.keep(head, 'signature');
  }
  const targets = async (): Promise<unknown[]> =>
    (await stores.sql('SELECT target FROM audit_trail ORDER BY at')).map(({ target }) => target);
  const removeUntil = (days: number): Promise<number> =>
    new PostgresAuditHousekeeping(stores.database).removeUntil(daysAgo(days));

  it('deletes old events of every organization, and of callers without one', async () => {
    await append(402, 'acme');
    await append(401, 'globex');
    await append(400);
    await append(399, 'acme');
    await seal('acme');
    await seal('globex');
    expect(await removeUntil(400)).toBe(3);
    expect(await targets()).toEqual(['399 days']);
    expect(await removeUntil(400)).toBe(0);
  });

  it('deletes more events than fit in one batch', async () => {
    await append(401, 'acme');
    await stores.sql(`
      INSERT INTO audit_trail (at, actor_kind, actor_issuer, actor_subject, operation, request_id, outcome)
      SELECT at, actor_kind, actor_issuer, actor_subject, operation, request_id, outcome
      FROM audit_trail, generate_series(1, 1200)`);
    await seal('acme');
    expect(await removeUntil(400)).toBe(1_201);
    expect(await targets()).toEqual([]);
  });

  it('cannot delete an event of the last days, for any setting', async () => {
    await append(fewestAuditDays - 1, 'acme');
    await append(fewestAuditDays + 1, 'acme');
    await seal('acme');
    await expect(removeUntil(fewestAuditDays - 2)).rejects.toThrow('append-only');
    expect(await targets()).toHaveLength(2);
    expect(await removeUntil(fewestAuditDays)).toBe(1);
    expect(await targets()).toEqual([`${fewestAuditDays - 1} days`]);
  });

  it('keeps an event of an organization until a signed tree head covers it', async () => {
    await append(401, 'acme');
    expect(await removeUntil(400)).toBe(0);
    await seal('acme', { isSigned: false });
    await append(402, 'acme');
    expect(await removeUntil(400)).toBe(0);
    await seal('acme', { isSigned: false });
    const [first] = await new PostgresTreeHeads(stores.database).unsigned(1);
    if (!first) throw new Error('there is no head');
    await new PostgresTreeHeads(stores.database).keep(first, 'signature');
    expect(await removeUntil(400)).toBe(1);
    expect(await targets()).toEqual(['402 days']);
    await seal('acme');
    expect(await removeUntil(400)).toBe(1);
  });

  describe('with months of the past', () => {
    const months = `
      SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
      WHERE inhparent = 'audit_trail'::regclass AND relname ~ '[0-9]$' ORDER BY relname`;
    /** A day in the middle of a month that ended that many months ago, in days before now. */
    const middle = (ago: number): number =>
      Math.ceil((now.getTime() - Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 15)) / 86_400_000);
    const nameOf = (ago: number): string =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 15))
        .toISOString()
        .replace(/^(\d+)-(\d+).*/, 'audit_trail_$1_$2');
    const names = async (): Promise<unknown[]> => (await stores.sql(months)).map(({ name }) => name);

    /** The state of an installation that is some years old. */
    beforeEach(async () => {
      await stores.sql(`
        ALTER TABLE audit_trail DETACH PARTITION audit_trail_before;
        ALTER TABLE audit_trail ATTACH PARTITION audit_trail_before FOR VALUES FROM (MINVALUE) TO ('2020-01-01Z');
        SELECT add_audit_month(date_trunc('month', now(), 'UTC') - each * interval '1 month')
        FROM unnest(ARRAY[16, 15, 1]) AS each`);
      await append(middle(16), 'acme');
      await append(middle(16));
      await append(middle(15), 'globex');
      await append(middle(1), 'acme');
    });

    it('drops those whose events are all old and sealed, and adds those that follow', async () => {
      const before = await names();
      expect(before.slice(0, 2)).toEqual([nameOf(16), nameOf(15)]);
      expect(await removeUntil(400)).toBe(0);
      expect(await names()).toEqual([nameOf(16), nameOf(15), nameOf(1), nameOf(0), nameOf(-1), nameOf(-2)]);
      await seal('globex');
      await seal('acme', { isSigned: false });
      expect(await removeUntil(400)).toBe(1);
      expect(await names()).not.toContain(nameOf(15));
      await seal('acme');
      const heads = new PostgresTreeHeads(stores.database);
      for (const head of await heads.unsigned(10)) await heads.keep(head, 'signature');
      expect(await removeUntil(400)).toBe(2);
      expect(await names()).toEqual([nameOf(1), nameOf(0), nameOf(-1), nameOf(-2)]);
      expect(await targets()).toEqual([`${middle(1)} days`]);
      expect(await stores.sql('SELECT count(*)::int AS leaves FROM audit_leaves')).toEqual([{ leaves: 3 }]);
      expect(await removeUntil(400)).toBe(0);
    });

    it('adds the months that follow, though no worker has added the one of today', async () => {
      await append(0, 'acme');
      expect(await removeUntil(400)).toBe(0);
      expect(await names()).toEqual([nameOf(16), nameOf(15), nameOf(1), nameOf(-1), nameOf(-2)]);
      expect(await targets()).toHaveLength(5);
    });

    it('deletes no row of a month before', async () => {
      await seal('globex');
      expect(await removeUntil(middle(16) - 1)).toBe(0);
      expect(await targets()).toHaveLength(4);
    });

    it('keeps unsealed and recent events from the worker, in every scope and for any time', async () => {
      await migrate(stores.testDatabase.url);
      const worker = await RoleSession.open(stores.testDatabase.url, 'governance_platform_worker');
      for (const scope of ['', 'housekeeping', 'operator', 'audit-tree'])
        expect([
          scope,
          await worker.try(`SELECT keep_audit_months('infinity') AS events`, {
            'governance.system_scope': scope,
            'governance.org_id': 'acme',
          }),
        ]).toEqual([scope, [{ events: null }]]);
      expect(await targets()).toHaveLength(4);
      expect(await worker.try(`SELECT add_audit_month(now() + interval '5 years')`)).toBe(refused);
      await worker.close();
    });

    it('cannot be emptied by the owner', async () => {
      for (const statement of [
        `DELETE FROM ${nameOf(16)}`,
        `UPDATE ${nameOf(16)} SET outcome = 'done'`,
        `TRUNCATE ${nameOf(16)}`,
      ])
        await expect(runSql(stores.testDatabase.url, statement)).rejects.toThrow('append-only');
    });
  });

  it('lets not even the role of the worker delete an event that is not sealed, nor drop it from the queue', async () => {
    await migrate(stores.testDatabase.url);
    await append(401, 'acme');
    const worker = await RoleSession.open(stores.testDatabase.url, 'governance_platform_worker');
    const losses = [
      `DELETE FROM audit_trail WHERE org_id = 'acme'`,
      'DELETE FROM unsealed_audit_events; SET CONSTRAINTS ALL IMMEDIATE',
    ];
    for (const lost of losses)
      for (const scope of ['housekeeping', 'operator', 'audit-tree']) {
        const settings = { 'governance.system_scope': scope, 'governance.org_id': 'acme' };
        expect([lost, scope, await worker.try(lost, settings)]).toEqual([lost, scope, refused]);
      }
    await worker.close();
    await seal('acme');
    expect(await removeUntil(400)).toBe(1);
  });

  it('is the only way to delete, and the owner cannot use it for recent events or for changes', async () => {
    await append(500, 'acme');
    await append(1, 'acme');
    await seal('acme');
    const { url } = stores.testDatabase;
    const old = `DELETE FROM audit_trail WHERE at < now() - interval '400 days'`;
    for (const as of [{}, { orgId: 'acme' }, { scope: 'operator' }, { scope: 'audit' }]) {
      await expect(rowsSeen(url, old, as)).rejects.toThrow('append-only');
    }
    for (const statement of [
      'DELETE FROM audit_trail',
      `UPDATE audit_trail SET outcome = 'done'`,
      'TRUNCATE audit_trail',
    ]) {
      await expect(rowsSeen(url, statement, housekeeping)).rejects.toThrow('append-only');
      await expect(rowsSeen(url, statement, { ...housekeeping, orgId: 'acme' })).rejects.toThrow(
        'append-only',
      );
      await expect(runSql(url, statement)).rejects.toThrow('append-only');
    }
    expect(await targets()).toHaveLength(2);
  });
});
