import { migrate } from '@governance/persistence';
import {
  createTestIssuerKeys,
  createTestKeyring,
  removePostgresData,
  runSql,
  startPostgres,
  temporaryFolder,
} from '@governance/testing';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** The full form gives the figures of docs/performance.md; the short form is enough to detect a regression. */
const forms = {
  full: {
    rounds: 14,
    sliceSeconds: 1,
    warmUpSeconds: 4,
    results: 1_000_000,
    revocations: 50,
    // The browser is replaced once: its memory grows until then.
    memory: { certificates: 600, requests: 30_000 },
    peers: { rounds: 7, sliceSeconds: 4, warmUpSeconds: 10, starts: 3 },
    log: { small: 10_000, large: 1_000_000, audits: 3 },
    clients: { clients: 10_000, results: 100_000 },
    growth: {
      // What docs/scale.md names as unbounded, and what a quota for each organization bounds.
      sizes: { unbounded: [1_000, 100_000, 10_000_000], bounded: [1_000, 100_000, 1_000_000] },
      connections: [1, 8, 64, 256],
      loopSeconds: 2,
      probes: 5,
      probeSeconds: 3,
      overloadSeconds: 8,
    },
  },
  short: {
    rounds: 5,
    sliceSeconds: 0.5,
    warmUpSeconds: 1.5,
    results: 50_000,
    revocations: 8,
    memory: { certificates: 60, requests: 3_000 },
    peers: { rounds: 2, sliceSeconds: 1, warmUpSeconds: 2, starts: 1 },
    log: { small: 10_000, large: 50_000, audits: 1 },
    clients: { clients: 1_000, results: 5_000 },
    growth: {
      sizes: { unbounded: [1_000, 10_000], bounded: [1_000] },
      connections: [1, 64],
      loopSeconds: 0.5,
      probes: 1,
      probeSeconds: 0.5,
      overloadSeconds: 2,
    },
  },
};

interface Setup {
  readonly form: (typeof forms)['full'];
  readonly postgresUrl: string;
  /** The same database as `postgres`. */
  readonly superuserUrl: string;
  readonly folder: string;
  readonly keyringFile: string;
  readonly issuerKeysFile: string;
}

/** The schema without rows; every database is a copy. */
export const templateDatabase = 'bench_template';

/** A scope of the run: programs started in it end with it. */
export class Bench extends AsyncDisposableStack {
  private constructor(readonly setup: Setup) {
    super();
  }

  /** Builds the deploy bundles and starts PostgreSQL. A signal ends all of them. */
  static async open(form: keyof typeof forms): Promise<Bench> {
    const nx = join(process.cwd(), 'node_modules/nx/dist/bin/nx.js');
    execFileSync(process.execPath, [nx, 'run-many', '-t', 'bundle'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    // This process, and with it PostgreSQL and the load generator, leaves core 0 to the measured program.
    execFileSync('taskset', ['-acp', '1', String(process.pid)], { stdio: 'ignore' });
    const folder = temporaryFolder('bench');
    const dataDirectory = join(folder, 'postgres');
    const postgres = await startPostgres({ dataDirectory, durable: true });
    const [keyring, issuerKeys] = [createTestKeyring(), createTestIssuerKeys()];
    const files = { keyringFile: keyring.file, issuerKeysFile: issuerKeys.file };
    const urls = { postgresUrl: postgres.url, superuserUrl: postgres.superuserUrl };
    const bench = new Bench({ form: forms[form], ...urls, folder, ...files });
    bench.defer(async () => {
      await postgres.stop();
      await removePostgresData(dataDirectory);
      keyring.remove();
      issuerKeys.remove();
      rmSync(folder, { recursive: true, force: true });
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void bench.disposeAsync().finally(() => process.exit(1)));
    await runSql(postgres.url, `CREATE DATABASE ${templateDatabase}`);
    await migrate(bench.databaseUrl(templateDatabase));
    return bench;
  }

  databaseUrl(name: string): string {
    const url = new URL(this.setup.postgresUrl);
    url.pathname = `/${name}`;
    return url.href;
  }

  /** A scope that ends with this one or earlier. */
  within(): Bench {
    return this.use(new Bench(this.setup));
  }
}
