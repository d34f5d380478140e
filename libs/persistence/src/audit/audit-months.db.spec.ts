import { migrateSchema } from '@governance/postgres';
import { createTestDatabase, given, refused, RoleSession, runSql } from '@governance/testing';
import { surfaceAccess } from '../access/surface-access';
import { migrate } from '../migrate';
import { migrations } from '../migrations';

const isAboutMonths = ({ name }: { readonly name: string }): boolean =>
  /^(AuditTrailBound|AuditMonths|EventsOutsideMonths)\d/.test(name);

/** All others, because rights are granted on the newest schema. */
async function migrateBefore(url: string): Promise<void> {
  await migrateSchema({
    url,
    lock: 'platform-migrations',
    access: surfaceAccess,
    migrations: migrations.filter((each) => !isAboutMonths(each)),
  });
}

const insert = `
  INSERT INTO audit_trail (at, org_id, actor_kind, actor_issuer, actor_subject, operation, request_id, outcome)
  VALUES (now(), 'acme', 'person', 'issuer', 'subject', 'm2m-credentials:create', 'request', 'done')`;
const inAcme = { 'governance.org_id': 'acme' };
const read = 'SELECT outcome FROM audit_trail';

describe('the migration of the audit trail to months', () => {
  const database = given(() => createTestDatabase({ migrate: migrateBefore }));

  afterAll(() => database.drop());

  it('keeps events, their numbers, rights and rules, for sessions of the programs that stay open', async () => {
    const { url } = database;
    const api = await RoleSession.open(url, 'governance_platform_api');
    const other = await RoleSession.open(url, 'governance_public_worker');
    const rules = `
      SELECT policyname, cmd, roles::text[], qual, with_check FROM pg_policies WHERE tablename = 'audit_trail' ORDER BY 1`;
    const before = await runSql(url, rules);
    expect(await kindOfTable(url)).toBe('r');
    await runSql(url, insert);
    expect(await api.try(`${insert} RETURNING id`, inAcme)).toEqual([{ id: '2' }]);

    // The one that waits must not hold a snapshot that the build of an index waits for.
    const applied = await Promise.all([migrate(url), migrate(url)]);
    expect(applied.map(({ length }) => length).toSorted()).toEqual([
      0,
      migrations.filter(isAboutMonths).length,
    ]);
    expect(await kindOfTable(url)).toBe('p');
    expect(await runSql(url, rules)).toEqual(before);
    expect(await api.try(`${insert} RETURNING id > 2 AS follows`, inAcme)).toEqual([{ follows: true }]);
    expect(await api.try(read, inAcme)).toEqual([{ outcome: 'done' }]);
    expect(await api.try(read, { 'governance.org_id': 'globex' })).toEqual([]);
    expect(await other.try(read)).toBe(refused);
    await runSql(url, insert);
    expect(await runSql(url, 'SELECT count(*)::int AS queued FROM unsealed_audit_events')).toEqual([
      { queued: 2 },
    ]);
    await Promise.all([api.close(), other.close()]);
  });
});

async function kindOfTable(url: string): Promise<unknown> {
  const [row] = await runSql(url, `SELECT relkind FROM pg_class WHERE relname = 'audit_trail'`);
  return row?.relkind;
}
