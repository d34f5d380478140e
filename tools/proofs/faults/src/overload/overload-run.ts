import {
  callHttp,
  limitCpu,
  type LoadOrder,
  type LoadResult,
  type LoadStep,
  Random,
  type Replica,
} from '@governance/testing';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Recorder } from '../history/recorder';
import { answersOf } from '../load/submissions';
import { World } from '../load/world';
import { organization, ReplicatedProduct, type Service } from '../system/replicated-product';
import { idleTimeOfLoadCore, loadCore, pin, serviceCore } from './cores';
import { type OverloadEvidence } from './judge';

export interface OverloadOptions {
  readonly seconds: number;
  /** Arrivals, as a multiple of the capacity. */
  readonly factor: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly report: (line: string) => void;
}

interface Subject {
  readonly service: Service;
  /** The bytes of a request to the origin. */
  readonly request: string;
}

const warmUpSeconds = 20;
const capacitySeconds = 15;
const afterSeconds = 15;
/** As many as fill a statement of the batcher. */
const clients = 64;

/** Runs the deployed bundles with more requests than they can serve, one surface after the other. */
export async function overload(options: OverloadOptions): Promise<ReadonlyMap<string, OverloadEvidence>> {
  const recorder = new Recorder(undefined);
  await using product = await ReplicatedProduct.start({ now: recorder.now });
  const world = await World.open({ product, recorder, random: new Random(1) });
  for (const pid of product.database.processes()) pin(pid, loadCore);
  const subjects = new Map<string, Subject>([
    ['submission', { service: 'public-api/main', request: submissionOf(world) }],
    ['read with a machine token', { service: 'platform-api/main', request: await readOf(world) }],
  ]);
  const evidence = new Map<string, OverloadEvidence>();
  for (const [name, subject] of subjects)
    evidence.set(name, await overloadOf(name, { subject, product, options }));
  return evidence;
}

function submissionOf({ questions }: World): string {
  const body = JSON.stringify({ answers: answersOf(1, questions) });
  return [
    'POST /api/survey-results HTTP/1.1',
    'host: assess.example.org',
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/** The list of credentials, with a token of one of them. */
async function readOf(world: World): Promise<string> {
  const { product, token } = world;
  const path = '/iam/m2m-credentials';
  const created = await callHttp(world.platform().origin + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Nightly export', type: 'client_secret' }),
  });
  const { client_id: id, client_secret: secret } = created.body;
  const form = { grant_type: 'client_credentials', client_id: String(id), client_secret: String(secret) };
  const issued = await callHttp(`${product.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  if (issued.status !== 200) throw new Error(`no token for ${organization}: ${issued.text}`);
  const authorization = `authorization: Bearer ${String(issued.body.access_token)}`;
  return [`GET ${path} HTTP/1.1`, 'host: api.example.org', authorization, '', ''].join('\r\n');
}

interface Run {
  readonly subject: Subject;
  readonly product: ReplicatedProduct;
  readonly options: OverloadOptions;
}

async function overloadOf(
  name: string,
  { subject: { service, request }, product, options: { seconds, factor, settings, report } }: Run,
): Promise<OverloadEvidence> {
  const replica = await product.startFurther(service, settings);
  pin(replica.pid, serviceCore);
  using limits = new DisposableStack();
  limits.use(limitCpu(replica.pid));
  const send = (...steps: readonly LoadStep[]): Promise<LoadResult> =>
    generate({ port: portOf(replica), request, steps });
  await send({ clients, seconds: warmUpSeconds });
  const capacity = async (): Promise<number> =>
    (await send({ clients, seconds: capacitySeconds })).exchanges.length / capacitySeconds;
  const before = await capacity();
  report(`${name}: ${Math.round(before)} requests a second; now ${factor} times as many for ${seconds} s`);
  const idleTime = idleTimeOfLoadCore();
  const { exchanges, ids, unclear } = await send(
    { requestsPerSecond: before * factor, seconds },
    { requestsPerSecond: before / 2, seconds: afterSeconds },
  );
  const loadCoreIdle = idleTime();
  const capacities = [before, await capacity()];
  await replica.kill();
  return {
    capacities,
    overloadSeconds: seconds,
    exchanges,
    loadCoreIdle,
    unclear,
    acknowledged: ids.length,
    stored: await storedOf(product, ids),
  };
}

const portOf = ({ origin }: Replica): number => Number(new URL(origin).port);

async function storedOf({ database }: ReplicatedProduct, ids: readonly string[]): Promise<number> {
  const [row] = await database.sql(
    'SELECT count(*)::integer AS stored FROM survey_results WHERE id = ANY ($1::uuid[])',
    [ids],
  );
  return Number(row?.stored);
}

/** @throws when the generator ends without a result. */
async function generate(order: LoadOrder): Promise<LoadResult> {
  const child = fork(join(__dirname, 'overload', 'generator.js'), { serialization: 'advanced' });
  if (child.pid !== undefined) pin(child.pid, loadCore);
  child.send(order);
  const ended = once(child, 'exit').then(() => {
    throw new Error('the load generator has ended');
  });
  ended.catch(() => undefined);
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [LoadResult];
  return result;
}
