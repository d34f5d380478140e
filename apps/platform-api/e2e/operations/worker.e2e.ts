import { callHttp, freePort, Product, type ProgramEnd, type Settings } from '@governance/testing';
import { randomUUID } from 'node:crypto';

const orgId = 'org_acme';

/** Unfinished creations of credentials whose lease has ended. */
const leaveUnfinished = `
  WITH identity AS (
    INSERT INTO service_identities (id, org_id, name, permissions, created_at)
    VALUES (gen_random_uuid(), '${orgId}', 'Export', '{}', now()) RETURNING id),
  credential AS (
    INSERT INTO m2m_credentials (id, org_id, name, type, service_identity_id, created_at, last_rotated_at)
    SELECT gen_random_uuid(), '${orgId}', 'Export', 'client_secret', id, now(), now() FROM identity RETURNING id)
  INSERT INTO credential_intents (credential_id, id, org_id, kind, lease, lease_until, audit)
  SELECT id, gen_random_uuid(), '${orgId}', 'create', gen_random_uuid(), now() - interval '1 second', $1
  FROM credential`;
const audit = {
  actor: { kind: 'person', issuer: 'https://identity.example.org', subject: 'person-1' },
  orgId,
  operation: 'm2m-credentials:create',
  requestId: 'request-1',
};

/** Awaited: a worker that never reports it fails the time limit of its test. */
const lastSuccess = /reconciler_last_success_timestamp_seconds\{task="settle"\} \d{10}/;

describe('the programs that reconcile', () => {
  let product: Product;

  beforeAll(async () => {
    product = await Product.open();
    await product.start('identity-provider/main');
    await product.management.putOrganization(orgId);
  });
  afterAll(() => product.disposeAsync());

  async function run(name: 'worker' | 'reconcile', settings: Settings = {}): Promise<ProgramEnd> {
    return (await product.launch(`platform-api/${name}`, [], settings)).ended;
  }

  const away = async (): Promise<Settings> => ({
    IDENTITY_MANAGEMENT_URL: `http://127.0.0.1:${await freePort()}/management`,
  });

  /** A client without a credential; the returned function tells whether it exists. */
  async function makeOrphan(): Promise<() => Promise<boolean>> {
    const path = `/client-tags/${randomUUID()}`;
    const { publicKey } = orphanKey;
    const { status } = await product.management.call('PUT', path, {
      revision: randomUUID(),
      orgId,
      name: 'Orphan',
      permissions: [],
      authentication: { method: 'key', publicKey },
    });
    expect(status).toBe(200);
    return async () => (await product.management.call('GET', path)).status === 200;
  }

  it('settle unfinished changes and delete orphan clients, once, by command', async () => {
    await product.sql(leaveUnfinished, [audit]);
    const isThere = await makeOrphan();
    expect(await run('reconcile')).toEqual({
      code: 0,
      stdout: 'finished: 0, abandoned: 1, lost: 0, orphans deleted: 1',
      stderr: '',
    });
    expect(await isThere()).toBe(false);
    expect(await product.sql('SELECT id FROM m2m_credentials')).toEqual([]);
    expect((await run('reconcile')).stdout).toBe('finished: 0, abandoned: 0, lost: 0, orphans deleted: 0');
  });

  it('report an unavailable provider and exit with 1', async () => {
    const { code, stdout, stderr } = await run('reconcile', await away());
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: 'finished: 0, abandoned: 0, lost: 0, orphans deleted: 0',
    });
    expect(stderr).toBe('the identity provider is unavailable\n');
  });

  it('report an unavailable database and exit with 1', async () => {
    const DATABASE_URL = `postgres://unknown@127.0.0.1:${await freePort()}/nothing`;
    const { code, stderr } = await run('reconcile', { DATABASE_URL });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^the database does not answer/)]);
  });

  it('run continuously as a worker, which reports its work, and stops cleanly', async () => {
    const isThere = await makeOrphan();
    const { program: worker, probes } = await product.start('platform-api/worker', {
      RECONCILE_SECONDS: '1',
    });
    await product.sql(leaveUnfinished, [audit]);
    await worker.logged(({ msg, outcome }) => msg === 'unfinished change settled' && outcome === 'abandoned');
    await worker.logged(({ msg }) => msg === 'orphan clients deleted');
    expect(await isThere()).toBe(false);

    expect((await callHttp(`${probes}/health/ready`)).status).toBe(200);
    // The log line precedes the end of the run that `lastSuccess` reports.
    let text = '';
    while (!lastSuccess.test(text)) ({ text } = await callHttp(`${probes}/metrics`));
    expect(text).toContain('credential_changes_settled_total{outcome="abandoned"} 1\n');
    expect(text).toContain('credential_orphans_deleted_total 1\n');
    for (const days of [30, 7, 1]) expect(text).toContain(`credentials_ending{within_days="${days}"} 0\n`);
    expect(text).toContain('deliveries_due 0\n');

    worker.signal('SIGTERM');
    expect(await worker.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('remove audit events after the retention period, which is a setting', async () => {
    // Events of an organization stay until a signed head covers them: see the specs of the store.
    const insert = `
      INSERT INTO audit_trail (at, org_id, actor_kind, actor_issuer, actor_subject, operation, target, request_id, outcome)
      SELECT now() - days * interval '1 day', NULL, 'person', 'i', 's', 'o', days || ' days', 'of-retention', 'done'
      FROM unnest(ARRAY[401, 399, 61, 59]) AS days`;
    await product.sql(insert);
    const left = async (): Promise<unknown[]> => {
      const rows = await product.sql(
        `SELECT target FROM audit_trail WHERE request_id = 'of-retention' ORDER BY at`,
      );
      return rows.map(({ target }) => target);
    };
    const removedBy = async (settings: Settings): Promise<unknown> => {
      // An hour later: each hour, one of the workers removes them.
      await product.sql(`UPDATE jobs SET due_at = now() WHERE queue = 'platform/old-audit-events'`);
      const { program: worker } = await product.start('platform-api/worker', settings);
      const { events } = await worker.logged(({ msg }) => msg === 'old audit events removed');
      worker.signal('SIGTERM');
      await worker.ended;
      return events;
    };
    expect([await removedBy({}), await left()]).toEqual([1, ['399 days', '61 days', '59 days']]);
    expect([await removedBy({ AUDIT_RETENTION_DAYS: '60' }), await left()]).toEqual([2, ['59 days']]);
    const { code, stderr } = await run('worker', { AUDIT_RETENTION_DAYS: '29' });
    expect([code, stderr]).toEqual([
      78,
      expect.stringContaining('AUDIT_RETENTION_DAYS must be a whole number of at least 30'),
    ]);
  });

  it('continue as a worker while the provider is unavailable, without logging its token', async () => {
    const { program: worker } = await product.start('platform-api/worker', await away());
    const line = await worker.logged(({ msg }) => msg === 'reconciler run failed');
    expect(line).toMatchObject({ level: 'warn', task: 'tidy', program: 'platform-worker' });
    worker.signal('SIGTERM');
    expect((await worker.ended).code).toBe(0);
    expect(worker.output()).not.toContain(product.setup.managementToken);
  });

  it.each(['IDENTITY_MANAGEMENT_TOKEN', 'SMTP_URL', 'MAIL_FROM'])(
    'refuse to start without %s, and name it',
    async (name) => {
      const { code, stderr } = await run('worker', { [name]: '' });
      expect([code, stderr]).toEqual([78, expect.stringContaining(`${name} is missing`)]);
    },
  );
});

const orphanKey = {
  publicKey: [
    '-----BEGIN PUBLIC KEY-----',
    'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
    '-----END PUBLIC KEY-----',
    '',
  ].join('\n'),
};
