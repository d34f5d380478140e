import { given, type ProgramEnd } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { startSystem } from '../machines/system';

const former = 'https://former.example.org';
const orgId = 'org_acme';

describe('npm run operate -- reconcile after a move to another identity provider', () => {
  const system = given(startSystem);
  let active: string;
  let revoked: string;
  beforeAll(async () => {
    await system.identity.putOrganization(orgId);
    [active, revoked] = [await put('active', former), await put('revoked', former)];
    await put('active', system.identity.issuer);
  });
  afterAll(() => system.stop());

  /** A credential as the platform leaves it at an issuer. */
  async function put(state: 'active' | 'revoked', issuer: string): Promise<string> {
    const id = randomUUID();
    await system.sql(
      `WITH identity AS (
         INSERT INTO service_identities (id, org_id, name, permissions, is_ready, created_at)
         VALUES (gen_random_uuid(), $2, 'Export', '{}', true, now()) RETURNING id)
       INSERT INTO m2m_credentials (
         id, org_id, name, type, state, client_id, issuer, service_identity_id, created_at, last_rotated_at)
       SELECT $1, $2, 'Nightly export', 'client_secret', $3, $5, $4, id, now(), now() FROM identity`,
      [id, orgId, state, issuer, `client-${id}`],
    );
    return id;
  }

  const reconcile = (args: readonly string[] = [], settings = {}): Promise<ProgramEnd> =>
    system.run('platform-api/reconcile', settings, args);
  const row = (state: string, id: string): object => ({
    issuer: former,
    state,
    organization: orgId,
    client_id: `client-${id}`,
    credential_id: id,
  });
  const rows = async (): Promise<unknown> =>
    system.sql('SELECT id, state FROM m2m_credentials WHERE issuer = $1 ORDER BY state', [former]);

  it('settles changes that were begun there without a call, and keeps the credentials', async () => {
    await system.sql(
      `INSERT INTO credential_intents (credential_id, id, org_id, kind, lease, lease_until, audit)
       VALUES ($1, gen_random_uuid(), $2, 'rotate', gen_random_uuid(), now() - interval '1 second', $3)`,
      [
        active,
        orgId,
        {
          actor: { kind: 'person', issuer: former, subject: 'person-1' },
          orgId,
          operation: 'm2m-credentials:rotate',
          requestId: 'request-1',
        },
      ],
    );
    expect(await reconcile()).toEqual({
      code: 0,
      stdout: 'finished: 0, abandoned: 1, lost: 0, orphans deleted: 0',
      stderr: '',
    });
    expect(await rows()).toEqual([
      { id: active, state: 'active' },
      { id: revoked, state: 'revoked' },
    ]);
  });

  it('reports what is left there, without the provider and without names, and exits with 2', async () => {
    const away = { IDENTITY_MANAGEMENT_URL: 'http://127.0.0.1:9/management' };
    const { code, stdout, stderr } = await reconcile(['--report'], away);
    expect([code, stderr]).toEqual([2, '']);
    expect(stdout).not.toContain('Nightly export');
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['issuer', 'state', 'organization', 'client_id', 'credential_id'],
      Object.values(row('active', active)),
      Object.values(row('revoked', revoked)),
      ['left at former identity providers: 2'],
    ]);
    const json = await reconcile(['--report', '--json'], away);
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stdout)).toEqual({
      credentials: [row('active', active), row('revoked', revoked)],
    });
  });

  it('forgets the revoked ones of an issuer that an operator names', async () => {
    const managed = await reconcile(['--forget', system.identity.issuer]);
    expect([managed.code, managed.stderr]).toEqual([1, expect.stringContaining('nothing was left there')]);
    expect(await reconcile(['--forget', former])).toEqual({ code: 0, stdout: 'forgotten: 1', stderr: '' });
    expect(await rows()).toEqual([{ id: active, state: 'active' }]);
  });

  it('exits with 0 when nothing is left there', async () => {
    expect(await reconcile(['--report'], { OIDC_ISSUER: former })).toMatchObject({ code: 2 });
    await system.sql('DELETE FROM m2m_credentials WHERE issuer = $1', [former]);
    expect(await reconcile(['--report'])).toEqual({
      code: 0,
      stdout: 'no credentials are left at a former identity provider',
      stderr: '',
    });
  });

  it('refuses an unknown option with the usage', async () => {
    const { code, stderr } = await reconcile(['--reports']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Usage: npm run operate -- reconcile')]);
  });
});
