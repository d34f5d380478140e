import { everythingOf } from '@governance/iam';
import { ReadReplica } from '@governance/postgres';
import { until } from '@governance/testing';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { contextOf } from '../../spec/credential-fixtures';
import { noon, openTestStores, resultOf, type TestStores } from '../../spec/fixtures';
import { PostgresAuditEventStore } from '../audit/postgres-audit-event.store';
import { PostgresAuditTrail } from '../audit/postgres-audit-trail';
import { PostgresWithdrawalStore } from './certification/postgres-withdrawal.store';
import { PostgresResultStore } from './postgres-result.store';

const noFilter = {
  actor: undefined,
  operation: undefined,
  target: undefined,
  outcome: undefined,
  from: undefined,
  to: undefined,
};

/** The replica's rows are half a second older, which no signature covers: so a test sees which server has answered. */
const atReplica = new Date(noon.getTime() + 500);

/**
 * A server that says of itself what it likes: its functions hide those of PostgreSQL. With the rows that a test gives it, it is a
 * replica that follows, lags or lies.
 */
describe('a result from a replica', () => {
  let primary: TestStores;
  let other: TestStores;
  let replica: ReadReplica;
  let results: PostgresResultStore;
  let keys: { privateKey: CryptoKey; jwk: JWK };
  const warnings: string[] = [];

  beforeAll(async () => {
    [primary, other] = await Promise.all([openTestStores(), openTestStores()]);
    keys = await newKeys();
    await primary.sql('INSERT INTO issuer_keys VALUES ($1, $2, $3)', [keys.jwk.kid, keys.jwk, noon]);
    await other.sql('CREATE SCHEMA lies');
    await claim({ follows: true, position: '7FFFFFFF/0' });
    const [row] = await other.sql('SELECT current_database() AS name');
    await other.sql(`ALTER DATABASE "${String(row?.name)}" SET search_path = lies, pg_catalog, public`);
  });
  beforeEach(() => {
    warnings.length = 0;
    replica = ReadReplica.open(primary.database, {
      url: other.testDatabase.url,
      warn: (message) => warnings.push(message),
    });
    results = new PostgresResultStore(primary.database, primary.keyring, replica);
  });
  afterEach(() => replica.close());
  afterAll(() => Promise.all([primary.close(), other.close()]));

  async function newKeys(): Promise<{ privateKey: CryptoKey; jwk: JWK }> {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: `https://site/keys/${randomUUID()}` } };
  }

  async function claim({ follows, position }: { follows: boolean; position: string }): Promise<void> {
    await other.sql(`
      CREATE OR REPLACE FUNCTION lies.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT ${follows}';
      CREATE OR REPLACE FUNCTION lies.pg_last_wal_replay_lsn() RETURNS pg_lsn LANGUAGE sql AS $$SELECT '${position}'::pg_lsn$$`);
  }

  /** Resolves to a certified result of both servers. */
  async function certified({ signedBy = keys, claims = {} } = {}): Promise<string> {
    const result = resultOf();
    const { overallScore, tier, launchAllowed } = result.outcome;
    const selfAssessment = { mode: result.mode, overallScore, tier, launchAllowed, rubric: result.rubric };
    const credential = await new SignJWT({ credentialSubject: { selfAssessment, ...claims } })
      .setProtectedHeader({ alg: 'ES256', kid: String(signedBy.jwk.kid), typ: 'JWT' })
      .setSubject(`urn:uuid:${result.id}`)
      .setNotBefore(noon)
      .sign(signedBy.privateKey);
    for (const [stores, createdAt] of [
      [primary, noon],
      [other, atReplica],
    ] as const) {
      await new PostgresResultStore(stores.database, stores.keyring).create({ ...result, createdAt }, {});
      await stores.sql(
        `UPDATE survey_results SET credential = $2, credential_key_id = $3, status_list = 0,
           status_index = (SELECT count(*) FROM survey_results) WHERE id = $1`,
        [result.id, credential, signedBy.jwk.kid],
      );
    }
    return result.id;
  }

  /** Which server has answered, once the replica was found usable. */
  async function answeredBy(id: string): Promise<string> {
    await untilUsed();
    const found = await results.findVerifiable(id);
    expect(found).toMatchObject({ overallScore: 71, tier: 'Progressing' });
    return found?.createdAt.getTime() === atReplica.getTime() ? 'replica' : 'primary';
  }

  async function untilUsed(): Promise<void> {
    await until(async () => (await replica.read(() => Promise.resolve(true))) === true);
  }

  it('is that of the replica, without asking the primary for more than withdrawals', async () => {
    expect(await answeredBy(await certified())).toBe('replica');
    expect(await replica.lagSeconds()).toBeLessThan(5);
  });

  it('is withdrawn at once, though the replica does not know it', async () => {
    const id = await certified();
    expect(await answeredBy(id)).toBe('replica');
    const withdrawn = { at: noon, reason: 'misused' } as const;
    await new PostgresWithdrawalStore(primary.database).withdraw(id, withdrawn);
    expect(await results.findVerifiable(id)).toMatchObject({ createdAt: noon, withdrawal: withdrawn });
  });

  it('is that of the primary when the replica does not have it', async () => {
    const id = await certified();
    await other.sql('DELETE FROM survey_results WHERE id = $1', [id]);
    expect(await answeredBy(id)).toBe('primary');
    expect(await results.findVerifiable(randomUUID())).toBeUndefined();
  });

  it('does not exist because a replica has it', async () => {
    const id = await certified({ signedBy: await newKeys() });
    await primary.sql('DELETE FROM survey_results WHERE id = $1', [id]);
    await untilUsed();
    expect(await results.findVerifiable(id)).toBeUndefined();
  });

  it.each([
    ['changes its score', `overall_score = 99`],
    ['changes its tier', `tier = 'Ready'`],
    ['changes the verdict', `launch_allowed = true`],
    ['changes its day', `created_at = created_at + interval '1 day'`],
    ['changes its rubric', `rubric_version = '9.9.9'`],
    ['changes its mode', `mode = 'client-on-behalf'`],
    ['names another key', `credential_key_id = 'another'`],
    ['changes a sign of the credential', `credential = overlay(credential PLACING 'x' FROM 200)`],
    [
      'gives it the credential of another',
      `credential = (SELECT credential FROM survey_results WHERE id <> $1 LIMIT 1)`,
    ],
    ['gives it none', `credential = NULL, credential_key_id = NULL, status_list = NULL, status_index = NULL`],
    ['says that it is withdrawn', `withdrawn_at = now(), withdrawal_reason = 'misused'`],
  ])('is that of the primary when the replica %s', async (_what, change) => {
    await certified();
    const id = await certified();
    await other.sql(`UPDATE survey_results SET ${change} WHERE id = $1 AND $1 IS NOT NULL`, [id]);
    expect(await answeredBy(id)).toBe('primary');
  });

  it('is that of the primary when a domain is shown, which its holder may have taken back', async () => {
    expect(await answeredBy(await certified({ claims: { controlledDomain: { name: 'a.example' } } }))).toBe(
      'primary',
    );
    expect(await answeredBy(await certified({ signedBy: await newKeys() }))).toBe('primary');
  });

  it('is that of the primary once the replica stops to follow, lags by five seconds or is gone', async () => {
    const id = await certified();
    expect(await answeredBy(id)).toBe('replica');
    await claim({ follows: false, position: '7FFFFFFF/0' });
    await until(async () => (await results.findVerifiable(id))?.createdAt.getTime() === noon.getTime());
    await claim({ follows: true, position: '7FFFFFFF/0' });
    expect(await answeredBy(id)).toBe('replica');
    await claim({ follows: true, position: '0/1' });
    expect(await replica.lagSeconds()).toBeNaN();
    await until(async () => (await results.findVerifiable(id))?.createdAt.getTime() === noon.getTime());
    await claim({ follows: true, position: '7FFFFFFF/0' });
    expect(await answeredBy(id)).toBe('replica');
    await other.sql('DROP VIEW verifiable_results CASCADE');
    expect(await answeredBy(id)).toBe('primary');
    expect(warnings).toEqual([
      expect.stringContaining('not a standby'),
      expect.stringContaining('lags'),
      expect.stringContaining('verifiable_results'),
    ]);
  });

  it('and audit events come from it while it has some', async () => {
    const trail = new PostgresAuditTrail(primary.database);
    const entry = { at: noon, outcome: 'done', reason: undefined } as const;
    await trail.append({ ...contextOf('m2m-credentials:rename', { orgId: 'acme' }), ...entry });
    const events = new PostgresAuditEventStore(primary.database, replica).forViewer(everythingOf('acme'));
    const operations = async (): Promise<unknown> =>
      (await events.list(noFilter, { limit: 9, after: undefined })).map(({ operation }) => operation);
    await untilUsed();
    expect(await operations()).toEqual(['m2m-credentials:rename']);
    await new PostgresAuditTrail(other.database).append({
      ...contextOf('m2m-credentials:revoke', { orgId: 'acme' }),
      ...entry,
    });
    expect(await operations()).toEqual(['m2m-credentials:revoke']);
  });
});
