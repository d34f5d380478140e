import { type AuditEntry } from '@governance/iam';
import { opened, runSql } from '@governance/testing';
import { contextOf, rowsSeen } from '../../spec/credential-fixtures';
import { noon, openTestStores } from '../../spec/fixtures';
import { PostgresAuditTrail } from './postgres-audit-trail';

describe('PostgresAuditTrail', () => {
  const stores = opened(openTestStores, [beforeEach, afterEach]);
  let trail: PostgresAuditTrail;

  beforeEach(() => {
    trail = new PostgresAuditTrail(stores.database);
  });

  const refused = (overrides: Partial<AuditEntry> = {}): AuditEntry => ({
    ...contextOf('m2m-credentials:revoke', { target: 'credential-1' }),
    at: noon,
    outcome: 'refused',
    reason: 'step_up_required',
    ...overrides,
  });

  const rows = () => stores.sql('SELECT * FROM audit_trail ORDER BY id');

  it('stores every member of an entry', async () => {
    await trail.append(refused());
    expect(await rows()).toEqual([
      {
        id: '1',
        event_id: expect.any(String) as unknown,
        salt: expect.any(Buffer) as unknown,
        at: noon,
        org_id: 'acme',
        actor_kind: 'person',
        actor_issuer: 'https://id.example.org',
        actor_subject: 'ada',
        actor_client_id: 'web',
        operation: 'm2m-credentials:revoke',
        target: 'credential-1',
        request_id: 'request-1',
        second_factor_age_seconds: 12,
        outcome: 'refused',
        reason: 'step_up_required',
      },
    ]);
  });

  it('stores an entry of the service itself, once for a request id however often it is repeated', async () => {
    const actor = {
      kind: 'system',
      issuer: 'worker',
      subject: 'domain-checks',
      clientId: undefined,
    } as const;
    const entry = refused({ actor, operation: 'domains:lapse', target: 'acme.example', outcome: 'done' });
    const repeated = Array.from({ length: 5 }, () => trail.append(entry, { once: true }));
    await Promise.all(repeated);
    await trail.append(entry, { once: true });
    expect(await rows()).toMatchObject([
      { actor_kind: 'system', operation: 'domains:lapse', org_id: 'acme' },
    ]);
    await trail.append({ ...entry, requestId: 'request-2' }, { once: true });
    await trail.append({ ...entry, orgId: 'globex' }, { once: true });
    expect(await rows()).toHaveLength(3);
  });

  it('stores unknown values as NULL', async () => {
    const actor = { kind: 'machine', issuer: 'i', subject: 's', clientId: undefined } as const;
    const unknown = { target: undefined, secondFactorAgeSeconds: undefined, reason: undefined };
    await trail.append(refused({ actor, ...unknown }));
    expect(await rows()).toMatchObject([
      {
        actor_kind: 'machine',
        actor_client_id: null,
        target: null,
        second_factor_age_seconds: null,
        reason: null,
      },
    ]);
  });

  it('stores the refused write of a caller without an organization, which no organization can read', async () => {
    await trail.append(refused({ orgId: undefined }));
    expect(await rows()).toMatchObject([{ org_id: null }]);
    const { url } = stores.testDatabase;
    for (const orgId of ['acme', '']) {
      expect(await rowsSeen(url, 'SELECT id FROM audit_trail', { orgId })).toEqual([]);
    }
    expect(await rowsSeen(url, 'SELECT id FROM audit_trail', { scope: 'audit' })).toEqual([]);
  });

  it('accepts any text as a target, truncated', async () => {
    for (const target of ['nul \0 byte', 'x'.repeat(10_000), `'; DROP TABLE audit_trail; --`, '\ud800']) {
      await trail.append(refused({ target }));
    }
    expect((await rows()).map(({ target }) => target)).toEqual([
      'nul \ufffd byte',
      'x'.repeat(128),
      `'; DROP TABLE audit_trail; --`,
      '\ufffd',
    ]);
  });

  it('accepts a second factor of any age', async () => {
    for (const secondFactorAgeSeconds of [0, 1e300, Infinity]) {
      await trail.append(refused({ secondFactorAgeSeconds }));
    }
    const ages = (await rows()).map((row) => row.second_factor_age_seconds);
    expect(ages).toEqual([0, 1e300, null]);
  });

  it.each(['UPDATE audit_trail SET outcome = $$done$$', 'DELETE FROM audit_trail', 'TRUNCATE audit_trail'])(
    'cannot be changed, even by its owner: %s § V16.4.2',
    async (statement) => {
      await trail.append(refused());
      const { url } = stores.testDatabase;
      const [owner] = await stores.sql(
        `SELECT tableowner = current_user AS is_owner FROM pg_tables WHERE tablename = 'audit_trail'`,
      );
      expect(owner).toEqual({ is_owner: true });
      await expect(runSql(url, statement)).rejects.toThrow('append-only');
      await expect(rowsSeen(url, statement, { orgId: 'acme' })).rejects.toThrow('append-only');
      await expect(rowsSeen(url, statement)).rejects.toThrow('append-only');
      expect(await rows()).toMatchObject([{ outcome: 'refused' }]);
    },
  );
});
