import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Bench } from '../bench';
import { fetchedFolder, fetchOnce, runTool, sourcesOf } from '../peers/fetched';
import { type Program } from '../processes/program';
import { type FixedRequest } from './requests';

/** The load generator: it sends at its rate whether responses come or not. autocannon sends each second's requests at once. */
const vegeta = join(fetchedFolder('vegeta'), 'vegeta');

export function installVegeta(): Promise<void> {
  return fetchOnce('vegeta', 'vegeta', () =>
    runTool('go', ['build', '-o', vegeta, 'github.com/tsenart/vegeta/v12'], { cwd: sourcesOf('vegeta') }),
  );
}

/** One request, as the load generator reports it. */
export interface Hit {
  readonly number: number;
  /** Milliseconds since the first request was sent. */
  readonly sentAt: number;
  readonly status: number;
  readonly latencyMs: number;
  readonly error: string;
  /** The headers of the response. */
  readonly headers: string;
}

export interface Attack {
  /** Sent in turn. */
  readonly requests: readonly FixedRequest[];
  /** Of `vegeta attack`, such as its rate. */
  readonly options: readonly string[];
}

/** Sends requests until the duration in the options has passed and all are answered. */
export async function attack(
  { setup: { folder } }: Bench,
  program: Program,
  { requests, options }: Attack,
): Promise<readonly Hit[]> {
  const [targets, results] = ['targets', 'results'].map((name) => join(folder, name)) as [string, string];
  writeFileSync(targets, requests.map((request) => `${targetOf(program, request)}\n`).join(''));
  const fixed = ['-format=json', `-targets=${targets}`, `-output=${results}`, '-timeout=60s', '-max-body=0'];
  await promisify(execFile)(vegeta, ['attack', ...fixed, ...options]);
  const { stdout } = await promisify(execFile)(vegeta, ['encode', '-to=csv', results], {
    maxBuffer: 256 << 20,
  });
  return hitsOf(stdout);
}

function targetOf({ origin }: Program, { method, path, headers, body = '' }: FixedRequest): string {
  const header = Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, [value]]));
  return JSON.stringify({ method, url: origin + path, header, body: Buffer.from(body).toString('base64') });
}

/** Of the CSV that `vegeta encode` writes: times are whole nanoseconds, and headers and bodies have no commas. */
export function hitsOf(csv: string): readonly Hit[] {
  const lines = csv
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const times = lines.map(([time = '0']) => BigInt(time));
  const first = times.reduce((earliest, time) => (time < earliest ? time : earliest), times[0] ?? 0n);
  return lines.map(([, status, latency, , , error = '', , , number, , , headers = ''], index) => ({
    number: Number(number),
    sentAt: Number((times[index] ?? first) - first) / 1e6,
    status: Number(status),
    latencyMs: Number(latency) / 1e6,
    error,
    headers: Buffer.from(headers, 'base64').toString('latin1'),
  }));
}
