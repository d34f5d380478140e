import { spawn } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { until } from './until';

const dist = join(__dirname, '..', '..', '..', 'dist');

/** Of this Jest run: its workers have the prefix from `postgres.global-setup`. */
const folderOfRun = (): string => join(tmpdir(), `${process.env.TEST_DATABASE_PREFIX ?? ''}programs`);
const pidsFile = (): string => join(folderOfRun(), 'pids');

/**
 * What the test files of a Jest run share: the first one that asks starts it, also among several workers, and the others get
 * what `start` has resolved to, through JSON. `start` may keep files in its folder until the end of the run.
 */
export async function startedOnce<Started>(
  name: string,
  start: (folder: string) => Promise<Started>,
): Promise<Started> {
  const folder = join(folderOfRun(), name);
  const file = join(folder, 'outcome.json');
  mkdirSync(folderOfRun(), { recursive: true });
  if (isFirst(folder)) {
    const outcome = await start(folder).then(
      (started) => ({ started }),
      (error: unknown) => ({ failure: String(error) }),
    );
    writeFileSync(`${file}.new`, JSON.stringify(outcome));
    renameSync(`${file}.new`, file);
  }
  await until(() => existsSync(file));
  const { started, failure } = JSON.parse(readFileSync(file, 'utf8')) as {
    started?: Started;
    failure?: string;
  };
  if (started === undefined) throw new Error(`${name} has not started: ${failure}`);
  return started;
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Starts a program from `dist`, as `BuiltProgram` does, that outlives the test file: `endSharedPrograms` ends it. Resolves to
 * the file with its output once it says that it has started.
 */
export async function startShared(
  folder: string,
  script: string,
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  const log = join(folder, `${script.replaceAll('/', '-')}.log`);
  const output = openSync(log, 'w');
  const { PATH } = process.env;
  const file = resolve(dist, script);
  const child = spawn(process.execPath, [file], {
    cwd: dirname(file),
    stdio: ['ignore', output, output],
    env: { PATH, ENVIRONMENT: 'development', ...settings },
  });
  closeSync(output);
  child.unref();
  appendFileSync(pidsFile(), `${child.pid}\n`);
  await until(() => {
    const text = readFileSync(log, 'utf8');
    if (child.exitCode !== null) throw new Error(`${script} ended: ${text}`);
    return text.includes('"msg":"started"');
  });
  return log;
}

/** Ends the shared programs of the run, as a crash does. */
export function endSharedPrograms(): void {
  if (existsSync(pidsFile())) {
    for (const pid of readFileSync(pidsFile(), 'utf8').trimEnd().split('\n')) {
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // It has ended before.
      }
    }
  }
  rmSync(folderOfRun(), { recursive: true, force: true });
}
