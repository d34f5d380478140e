import { migrate } from '@governance/persistence';
import {
  BuiltProgram,
  callHttp,
  createTestDatabase,
  createTestKeyring,
  freePort,
  runSql,
  type TestDatabase,
  type TestKeyring,
  urlForProgram,
} from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { type RunningIdentityProvider, startIdentityProvider } from '../support/identity-provider';
import { claimsNamespace, platformBaseUrl } from '../support/platform-app';

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
  let database: TestDatabase;
  /** The database of the worker, and of the command that does its work once. */
  let databaseUrl: string;
  let keyring: TestKeyring;
  let identity: RunningIdentityProvider;
  let program: BuiltProgram | undefined;

  beforeAll(async () => {
    database = await createTestDatabase({
      migrate: async (url) => {
        await migrate(url);
      },
    });
    keyring = createTestKeyring();
    databaseUrl = await urlForProgram(database.url, 'platform-api/worker');
    const place = { databaseUrl: database.url, apiUrl: platformBaseUrl, claimsNamespace };
    identity = await startIdentityProvider(place);
    await identity.putOrganization(orgId);
  });
  afterEach(() => program?.kill());
  afterAll(async () => {
    await identity.stop();
    await database.drop();
    keyring.remove();
  });

  function launch(name: 'worker' | 'reconcile', settings: Record<string, string> = {}): BuiltProgram {
    program = new BuiltProgram(`apps/platform-api/${name}.js`, {
      DATABASE_URL: databaseUrl,
      KEYRING_FILE: keyring.file,
      OIDC_ISSUER: identity.issuer,
      IDENTITY_MANAGEMENT_TOKEN: identity.managementToken,
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'invitations@example.org',
      ...settings,
    });
    return program;
  }

  const away = async (): Promise<Record<string, string>> => ({
    IDENTITY_MANAGEMENT_URL: `http://127.0.0.1:${await freePort()}/management`,
  });

  function manage(method: string, path: string, body?: object): ReturnType<typeof callHttp> {
    return callHttp(`${identity.managementUrl}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${identity.managementToken}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  /** A client without a credential; the returned function tells whether it exists. */
  async function makeOrphan(): Promise<() => Promise<boolean>> {
    const path = `/client-tags/${randomUUID()}`;
    const { publicKey } = orphanKey;
    const { status } = await manage('PUT', path, {
      revision: randomUUID(),
      orgId,
      name: 'Orphan',
      permissions: [],
      authentication: { method: 'key', publicKey },
    });
    expect(status).toBe(200);
    return async () => (await manage('GET', path)).status === 200;
  }

  it('settle unfinished changes and delete orphan clients, once, by command', async () => {
    await runSql(database.url, leaveUnfinished, [audit]);
    const isThere = await makeOrphan();
    expect(await launch('reconcile').ended).toEqual({
      code: 0,
      stdout: 'finished: 0, abandoned: 1, lost: 0, orphans deleted: 1',
      stderr: '',
    });
    expect(await isThere()).toBe(false);
    expect(await runSql(database.url, 'SELECT id FROM m2m_credentials')).toEqual([]);
    expect((await launch('reconcile').ended).stdout).toBe(
      'finished: 0, abandoned: 0, lost: 0, orphans deleted: 0',
    );
  });

  it('report an unavailable provider and exit with 1', async () => {
    const { code, stdout, stderr } = await launch('reconcile', await away()).ended;
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: 'finished: 0, abandoned: 0, lost: 0, orphans deleted: 0',
    });
    expect(stderr).toBe('the identity provider is unavailable\n');
  });

  it('report an unavailable database and exit with 1', async () => {
    const DATABASE_URL = `postgres://unknown@127.0.0.1:${await freePort()}/nothing`;
    const { code, stderr } = await launch('reconcile', { DATABASE_URL }).ended;
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^the database does not answer/)]);
  });

  it('run continuously as a worker, which reports its work, and stops cleanly', async () => {
    const isThere = await makeOrphan();
    const port = String(await freePort());
    const worker = await launch('worker', { MANAGEMENT_PORT: port, RECONCILE_SECONDS: '1' }).started();
    await runSql(database.url, leaveUnfinished, [audit]);
    await worker.logged(({ msg, outcome }) => msg === 'unfinished change settled' && outcome === 'abandoned');
    await worker.logged(({ msg }) => msg === 'orphan clients deleted');
    expect(await isThere()).toBe(false);

    const management = `http://127.0.0.1:${port}`;
    expect((await callHttp(`${management}/health/ready`)).status).toBe(200);
    // The log line precedes the end of the run that `lastSuccess` reports.
    let text = '';
    while (!lastSuccess.test(text)) ({ text } = await callHttp(`${management}/metrics`));
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
    await runSql(database.url, insert);
    const left = async (): Promise<unknown[]> => {
      const rows = await runSql(
        database.url,
        `SELECT target FROM audit_trail WHERE request_id = 'of-retention' ORDER BY at`,
      );
      return rows.map(({ target }) => target);
    };
    const removedBy = async (settings: Record<string, string>): Promise<unknown> => {
      const worker = await launch('worker', {
        MANAGEMENT_PORT: String(await freePort()),
        ...settings,
      }).started();
      const { events } = await worker.logged(({ msg }) => msg === 'old audit events removed');
      worker.signal('SIGTERM');
      await worker.ended;
      return events;
    };
    expect([await removedBy({}), await left()]).toEqual([1, ['399 days', '61 days', '59 days']]);
    expect([await removedBy({ AUDIT_RETENTION_DAYS: '60' }), await left()]).toEqual([2, ['59 days']]);
    const { code, stderr } = await launch('worker', { AUDIT_RETENTION_DAYS: '29' }).ended;
    expect([code, stderr]).toEqual([
      78,
      expect.stringContaining('AUDIT_RETENTION_DAYS must be a whole number of at least 30'),
    ]);
  });

  it('continue as a worker while the provider is unavailable, without logging its token', async () => {
    const worker = await launch('worker', {
      ...(await away()),
      MANAGEMENT_PORT: String(await freePort()),
    }).started();
    const line = await worker.logged(({ msg }) => msg === 'reconciler run failed');
    expect(line).toMatchObject({ level: 'warn', task: 'tidy', program: 'platform-worker' });
    worker.signal('SIGTERM');
    expect((await worker.ended).code).toBe(0);
    expect(worker.output()).not.toContain(identity.managementToken);
  });

  it.each(['IDENTITY_MANAGEMENT_TOKEN', 'SMTP_URL', 'MAIL_FROM'])(
    'refuse to start without %s, and name it',
    async (name) => {
      const { code, stderr } = await launch('worker', { [name]: '' }).ended;
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
