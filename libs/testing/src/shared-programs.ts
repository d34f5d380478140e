import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { distFolder } from './dist-folder';
import { until } from './until';

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
 * Starts a program from `dist`, as `BuiltProgram` does, that outlives the test file: `watchSharedPrograms` ends it. Resolves
 * to the file with its output once it says that it has started.
 */
export async function startShared(
  folder: string,
  script: string,
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  const log = join(folder, `${script.replaceAll('/', '-')}.log`);
  const output = openSync(log, 'w');
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const file = resolve(distFolder, script);
  const child = spawn(process.execPath, [file], {
    cwd: dirname(file),
    stdio: ['ignore', output, output],
    env: { PATH, NODE_COMPILE_CACHE, ENVIRONMENT: 'development', ...settings },
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

const tidyUp = `
  cat >/dev/null
  [ -f "$1/pids" ] && kill -KILL $(cat "$1/pids")
  rm -rf "$1"`;

/**
 * The shared programs of the run end when the returned function is called, or when this process has died: a shell waits
 * until its pipe from here closes.
 */
export function watchSharedPrograms(): () => Promise<void> {
  const shell = spawn('/bin/sh', ['-c', tidyUp, 'sh', folderOfRun()], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  return async () => {
    shell.ref();
    shell.stdin.end();
    await once(shell, 'exit');
  };
}
