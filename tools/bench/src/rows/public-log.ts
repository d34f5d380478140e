import { CertificateLogStore } from '@governance/assessments';
import { PersistenceModule } from '@governance/persistence';
import { entryOfEvent, LogFolder, runSql, urlForProgram } from '@governance/testing';
import { StoredTree } from '@governance/transparency';
import { NestFactory } from '@nestjs/core';
import { spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bench } from '../bench';
import { memoryUse } from '../measure/process-usage';
import { median, pairedRatios } from '../measure/spread';
import { freshDatabase } from '../processes/databases';
import { nodeCommand } from '../processes/program';
import { type Findings } from './row';

/** As triggers record credentials. */
const insertRecords = `
  INSERT INTO certificate_log_records (result_id, kind, credential_sha256)
  SELECT gen_random_uuid(), 'issued', sha256(convert_to(n::text, 'UTF8')) FROM generate_series(1, $1::integer) AS n`;
const analyze = 'VACUUM ANALYZE certificate_log_records, certificate_log_entries, certificate_log_tiles';

/** In each round, of each size. */
const samples = 20;

/** The log of a worker whose database has so many entries. */
async function filledStore(bench: Bench, entries: number): Promise<CertificateLogStore> {
  const owner = await freshDatabase(bench);
  const databaseUrl = await urlForProgram(owner, 'public-api/worker');
  const { keyringFile } = bench.setup;
  const module = PersistenceModule.forRoot({ databaseUrl, keyringFile, role: 'governance_public_worker' });
  const app = await NestFactory.createApplicationContext(module, { logger: ['error'] });
  bench.defer(() => app.close());
  const store = app.get(CertificateLogStore);
  await runSql(owner, insertRecords, [entries]);
  while ((await store.append(new Date())) > 0);
  await runSql(owner, analyze);
  return store;
}

async function medianMs(before: () => Promise<void>, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  while (times.length < samples) {
    await before();
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}

const appendMs = (store: CertificateLogStore): Promise<number> =>
  medianMs(
    () => store.record(randomUUID(), 'credential'),
    async () => {
      if ((await store.append(new Date())) !== 1) throw new Error('the log did not take the entry');
    },
  );

async function proofMs(store: CertificateLogStore): Promise<number> {
  const size = await store.size();
  return medianMs(
    () => Promise.resolve(),
    () => new StoredTree(store.tiles(), size).inclusionPath(randomInt(size)),
  );
}

/** The figures of each round, of each store: A B B A, so that a disturbance affects both. */
async function inTurns(
  stores: readonly CertificateLogStore[],
  rounds: number,
  measure: (store: CertificateLogStore) => Promise<number>,
): Promise<readonly (readonly number[])[]> {
  const figures = stores.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    const places = [...stores.keys()];
    for (const place of round % 2 === 0 ? places : places.toReversed()) {
      const store = stores[place];
      if (store) figures[place]?.push(await measure(store));
    }
  }
  return figures;
}

/** A log of its static files, as a mirror has it. */
async function logFiles(bench: Bench, entries: number): Promise<string> {
  const log = new LogFolder(join(bench.setup.folder, 'log'));
  log.append(events(entries));
  await log.publish();
  log.write('pinned.json', log.trust());
  return log.folder;
}

function* events(count: number): Generator<string> {
  const salt = new Uint8Array(16);
  for (let n = 0; n < count; n++)
    yield entryOfEvent({
      kind: 'issued',
      id: randomUUID(),
      credential: String(n),
      salt,
      at: new Date(n * 1_000),
    });
}

/** `governance log verify` of every entry and every tile, on one core: seconds, and MiB at the highest. */
async function audit(folder: string): Promise<{ readonly seconds: number; readonly memory: number }> {
  const verify = ['log', 'verify', '--folder', folder, '--trust', join(folder, 'pinned.json')];
  const args = ['-c', '0', ...nodeCommand('apps/cli/governance.mjs'), ...verify];
  const began = performance.now();
  const child = spawn('taskset', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`log verify ended with ${String(code)}`);
    return (performance.now() - began) / 1_000;
  });
  let memory = 0;
  for (;;) {
    const seconds = await Promise.race([ended, delay(100, undefined)]);
    if (seconds !== undefined) return { seconds, memory };
    memory = Math.max(memory, memoryUse(child.pid ?? 0));
  }
}

const ms = (figures: readonly number[] = []): string => `${median(figures).toFixed(1)} ms`;

/** An append and a proof in PostgreSQL as the log grows, and an audit of the whole log. */
export async function publicLog(bench: Bench): Promise<Findings> {
  const { rounds, log } = bench.setup.form;
  const stores = [await filledStore(bench, log.small), await filledStore(bench, log.large)];
  const [smallAppends = [], largeAppends = []] = await inTurns(stores, rounds, appendMs);
  const [smallProofs = [], largeProofs = []] = await inTurns(stores, rounds, proofMs);
  const folder = await logFiles(bench, log.large);
  const audits = [];
  while (audits.length < log.audits) audits.push(await audit(folder));
  return {
    figures: {
      append: pairedRatios(largeAppends, smallAppends),
      proof: pairedRatios(largeProofs, smallProofs),
      audit: audits.map(({ seconds }) => seconds),
      memory: audits.map(({ memory }) => memory),
    },
    notes: [
      `at ${log.small} and ${log.large} entries: append ${ms(smallAppends)} and ${ms(largeAppends)}, proof ${ms(smallProofs)} and ${ms(largeProofs)}`,
    ],
  };
}
