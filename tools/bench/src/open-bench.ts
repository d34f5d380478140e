import { openBrowser, removePostgresData, runSql, startPostgres } from '@governance/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bench, type BenchParts } from './bench';
import { makeBundles } from './processes/product-file';
import { pinToCores } from './processes/pins';
import { type Machine } from './report/run-report';

export interface OpenedBench {
  readonly bench: Bench;
  readonly machine: Machine;
}

/** Starts what every row needs. Whoever opens it ends it; so does a signal that ends this process. */
export async function openBench(
  parts: Pick<BenchParts, 'form' | 'log' | 'nodeArguments'>,
): Promise<OpenedBench> {
  makeBundles();
  const pins = pinToCores();
  const folder = mkdtempSync(join(tmpdir(), 'governance-bench-'));
  const dataDirectory = join(folder, 'postgres');
  const postgres = await startPostgres({ dataDirectory, durable: true });
  const bench = new Bench({ ...parts, pins, postgres, folder });
  bench.defer(async () => {
    await postgres.stop();
    await removePostgresData(dataDirectory);
    rmSync(folder, { recursive: true, force: true });
  });
  endOnSignal(bench);
  const [version] = await runSql(postgres.url, `SELECT current_setting('server_version') AS version`);
  const machine = {
    // Of the machine: this process is pinned to one by now.
    cores: cpus().length,
    node: process.versions.node,
    postgres: String(version?.version),
    browser: await browserInUse(),
    pins: pins.words,
  };
  return { bench, machine };
}

async function browserInUse(): Promise<string> {
  const browser = await openBrowser();
  const version = await browser.version();
  await browser.close();
  return version;
}

function endOnSignal(bench: Bench): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void bench.end().finally(() => process.exit(1));
    });
  }
}
