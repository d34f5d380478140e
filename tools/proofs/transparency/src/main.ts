// `npm run prove -- transparency`: Go's sumdb/tlog reads logs that libs/transparency wrote, and agrees. Needs Go and its module proxy.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeSampleLog } from './sample-log';

const sizes = [0, 1, 255, 256, 257, 65_537, 1_000_003];

async function prove(folder: string): Promise<number> {
  const logs: string[] = [];
  for (const size of sizes) {
    const log = join(folder, String(size));
    mkdirSync(log);
    await writeSampleLog(log, size);
    logs.push(log);
  }
  const go = spawnSync('go', ['run', '.', ...logs], {
    cwd: 'tools/proofs/transparency/go',
    stdio: 'inherit',
  });
  if (go.error) process.stderr.write('This proof needs Go 1.24 or later: https://go.dev/dl\n');
  return go.status ?? 1;
}

const folder = mkdtempSync(join(tmpdir(), 'transparency-'));
prove(folder)
  .then((status) => {
    process.exitCode = status;
  })
  .catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode = 1;
  })
  .finally(() => {
    rmSync(folder, { recursive: true });
  });
