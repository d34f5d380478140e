import { callHttp, runSql, until } from '@governance/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { hasFailed } from '../../history/history';
import { submitWithoutAddress } from '../../load/website-clients';
import { type DatabaseServer } from '../../system/database-server';
import { type ReplicatedProduct } from '../../system/replicated-product';
import { TcpProxy } from '../../system/tcp-proxy';
import { Standby } from '../failover/standby';
import { type LoadOptions, type RunResult, type Scene, underLoad } from '../under-load';

export interface GrowthOptions extends LoadOptions {
  /** Under load, before the first step and after each one. */
  readonly seconds: number;
  /** Old deliveries, and old audit events. */
  readonly rows: number;
}

export interface GrowthStep {
  readonly name: string;
  readonly seconds: number;
  readonly requests: number;
  readonly failed: number;
}

export interface GrowthResult extends RunResult {
  readonly steps: readonly GrowthStep[];
  /** Answered verifications of withdrawn certificates, at once and for longer than a replica may lag, and how many were wrong. */
  readonly verifications: { readonly asked: number; readonly wrong: number };
  /** Reads of results that the replica has answered. */
  readonly replicaReads: number;
}

/** Cuts what grows under load, with a replica that follows, lags and dies. No request may fail at any time. */
export async function runGrowth(options: GrowthOptions): Promise<GrowthResult> {
  const growth = new Growth(options);
  const result = await underLoad({ ...options, recoveryMs: 0 }, growth);
  return { ...result, ...growth.result };
}

const oldDeliveries = `SELECT FROM deliveries WHERE state = 'sent' AND available_at < now() - interval '30 days' LIMIT 1`;
const oldMonth = `SELECT FROM pg_class WHERE relname = 'audit_trail_2024_01'`;
const readsOfResults = `SELECT coalesce(sum(idx_scan), 0) AS reads FROM pg_stat_user_tables WHERE relname = 'survey_results'`;

class Growth {
  readonly result = {
    steps: [] as GrowthStep[],
    verifications: { asked: 0, wrong: 0 },
    replicaReads: 0,
  };
  private standby: Standby | undefined;

  constructor(private readonly options: GrowthOptions) {}

  readonly prepare = async ({ product, report }: Scene): Promise<void> => {
    const standby = await Standby.of(product.database);
    product.defer(() => standby.stop());
    const address = await TcpProxy.start(standby.port);
    product.defer(() => address.close());
    await ageAudit(product.database, this.options.rows);
    await product.readFrom(address.port);
    this.standby = standby;
    report('the services read from the replica');
  };

  readonly during = async (scene: Scene): Promise<void> => {
    const { product } = scene;
    const { standby } = this;
    if (!standby) throw new Error('There is no standby.');
    await delay(this.options.seconds * 1_000);
    await ageDeliveries(product.database, this.options.rows);
    await this.step(scene, 'batch deletion of deliveries', async () => {
      await product.database.sql(`UPDATE jobs SET due_at = now() WHERE queue = 'public/retention'`);
      await until(async () => (await product.database.sql(oldDeliveries)).length === 0);
    });
    await this.step(scene, 'drop of a month of audit events', async () => {
      await product.roll('platform-api/worker');
      await until(async () => (await product.database.sql(oldMonth)).length === 0);
    });
    await this.step(scene, 'build of an index', () => rebuildIndexes(product));
    await this.step(scene, 'a replica that follows', () => this.withdraw(scene));
    this.result.replicaReads = await readsOf(standby);
    standby.holdStream();
    await this.step(scene, 'a replica that lags', () => this.withdraw(scene));
    standby.lose();
    await this.step(scene, 'a replica that is gone', () => this.withdraw(scene));
  };

  private async step({ recorder, report }: Scene, name: string, work: () => Promise<void>): Promise<void> {
    const [before, began] = [recorder.calls.length, recorder.now()];
    await work();
    const seconds = (recorder.now() - began) / 1_000;
    await delay(this.options.seconds * 1_000);
    const calls = recorder.calls.slice(before);
    this.result.steps.push({ name, seconds, requests: calls.length, failed: calls.filter(hasFailed).length });
    report(name);
  }

  /** Withdraws a certificate that the replica has, and verifies it at once at every process, for longer than a replica may lag. */
  private async withdraw({ product, world }: Scene): Promise<void> {
    const id = await submitWithoutAddress(world);
    if (id === undefined) throw new Error('A submission failed.');
    // The clients of the load expect theirs to stay valid.
    world.shared.submitted.splice(world.shared.submitted.indexOf(id), 1);
    const certified = 'SELECT FROM survey_results WHERE id = $1 AND credential IS NOT NULL';
    await until(async () => (await product.database.sql(certified, [id])).length === 1);
    await product.run('public-api/withdraw', '--id', id, '--reason', 'misused');
    const services = [...product.of('public-api/main'), ...product.of('platform-api/main')];
    for (let round = 0; round < 35; round++) {
      for (const { origin } of services) {
        const { status, body } = await callHttp(`${origin}/api/certification/verify/${id}?format=json`);
        if (status !== 200) continue;
        this.result.verifications.asked++;
        if ((body as { status?: unknown }).status !== 'withdrawn') this.result.verifications.wrong++;
      }
      await delay(200);
    }
  }
}

/** As in an installation of several years: an old month, with events of callers without an organization. */
async function ageAudit(database: DatabaseServer, rows: number): Promise<void> {
  for (const statement of [
    'ALTER TABLE audit_trail DETACH PARTITION audit_trail_before',
    `ALTER TABLE audit_trail ATTACH PARTITION audit_trail_before FOR VALUES FROM (MINVALUE) TO ('2023-01-01Z')`,
    `SELECT add_audit_month('2024-01-01Z')`,
    `INSERT INTO audit_trail (at, actor_kind, actor_issuer, actor_subject, operation, request_id, outcome)
     SELECT '2024-01-02Z', 'person', 'issuer', 'subject', 'm2m-credentials:create', 'old', 'refused'
     FROM generate_series(1, ${rows})`,
  ])
    await database.sql(statement);
}

async function ageDeliveries(database: DatabaseServer, rows: number): Promise<void> {
  await database.sql(`
    INSERT INTO deliveries (id, kind, result_id, state, created_at, available_at, sent_at)
    SELECT gen_random_uuid(), 'completion', result.id, 'sent', old, old, old
    FROM (SELECT now() - interval '40 days' AS old) AS times, generate_series(1, ${rows}), (
      SELECT id FROM survey_results WHERE submitter_email IS NULL ORDER BY created_at LIMIT 1) AS result`);
}

/** By the program that operators run. */
async function rebuildIndexes(product: ReplicatedProduct): Promise<void> {
  const name = 'GrowthIndexes1795990000000';
  const applied = await product.database.sql('DELETE FROM migrations WHERE name = $1 RETURNING name', [name]);
  if (applied.length !== 1) throw new Error(`${name} was not applied`);
  await product.migrate('public-api');
}

async function readsOf(standby: Standby): Promise<number> {
  const [row] = await runSql(standby.superuserUrl, readsOfResults);
  return Number(row?.reads);
}
