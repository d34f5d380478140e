import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Bench } from '../bench';
import { type FixedRequest } from '../load/requests';
import { percentile } from '../measure/spread';
import { type Program } from '../processes/program';
import { fetchedFolder, fetchOnce, runTool, sourcesOf } from './fetched';

/** The load generator: it sends at its rate whether responses come or not. autocannon sends each second's requests at once. */
const vegeta = join(fetchedFolder('vegeta'), 'vegeta');

export function installVegeta(): Promise<void> {
  return fetchOnce('vegeta', 'vegeta', () =>
    runTool('go', ['build', '-o', vegeta, 'github.com/tsenart/vegeta/v12'], { cwd: sourcesOf('vegeta') }),
  );
}

export interface ConstantRate {
  readonly request: FixedRequest;
  readonly status: number;
  readonly perSecond: number;
  readonly amount: number;
}

/**
 * Sends requests at equal intervals and resolves to the latencies in milliseconds. @throws if a status is not the expected
 * one.
 */
export async function sendAtRate(
  bench: Bench,
  program: Program,
  { request, status, perSecond, amount }: ConstantRate,
): Promise<{ readonly sent: number; readonly p50: number; readonly p99: number }> {
  const { method, path, headers, body = '' } = request;
  const header = Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, [value]]));
  const target = { method, url: program.origin + path, header, body: Buffer.from(body).toString('base64') };
  const [targets, results] = ['targets', 'results'].map((name) => join(bench.setup.folder, name)) as [
    string,
    string,
  ];
  writeFileSync(targets, `${JSON.stringify(target)}\n`);
  const seconds = amount / perSecond;
  const options = [`-rate=${amount}/${seconds}s`, `-duration=${seconds}s`, '-timeout=60s', '-max-body=0'];
  await promisify(execFile)(vegeta, [
    'attack',
    '-format=json',
    `-targets=${targets}`,
    `-output=${results}`,
    ...options,
  ]);
  const { stdout } = await promisify(execFile)(vegeta, ['encode', '-to=csv', results], {
    maxBuffer: 256 << 20,
  });
  const hits = hitsOf(stdout);
  const wrong = hits.find((hit) => hit.status !== status);
  if (wrong) throw new Error(`not ${status}: ${JSON.stringify(wrong)}\n${program.output()}`);
  program.answered += hits.length;
  const latencies = plannedLatencies(hits, perSecond);
  return { sent: hits.length, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
}

/** One request, as the load generator reports it. */
export interface Hit {
  readonly number: number;
  /** Milliseconds since the first request was sent. */
  readonly sentAt: number;
  readonly status: number;
  readonly latencyMs: number;
  readonly error: string;
}

/** Of the CSV that `vegeta encode` writes: times are whole nanoseconds, and headers and bodies have no commas. */
export function hitsOf(csv: string): readonly Hit[] {
  const lines = csv
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const times = lines.map(([time = '0']) => BigInt(time));
  const first = times.reduce((earliest, time) => (time < earliest ? time : earliest), times[0] ?? 0n);
  return lines.map(([, status, latency, , , error = '', , , number], index) => ({
    number: Number(number),
    sentAt: Number((times[index] ?? first) - first) / 1e6,
    status: Number(status),
    latencyMs: Number(latency) / 1e6,
    error,
  }));
}

/**
 * Counted from the planned time of each request, so that a late one counts as slow (no coordinated omission). The load generator
 * sends none before its time: the least late one shows when the plan began.
 */
export function plannedLatencies(hits: readonly Hit[], perSecond: number): readonly number[] {
  const plannedAt = ({ number }: Hit): number => (number * 1_000) / perSecond;
  const began = Math.min(...hits.map((hit) => hit.sentAt - plannedAt(hit)));
  return hits.map((hit) => hit.sentAt + hit.latencyMs - plannedAt(hit) - began);
}
