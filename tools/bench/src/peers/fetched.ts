import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Git ignores this folder: everything that is fetched or built for the peers. */
const root = resolve('.dev/peers');

export const fetchedFolder = (name: string): string => join(root, name);

/** Sources of a peer, in `tools/bench/peers`. */
export const sourcesOf = (folder: string): string => resolve('tools/bench/peers', folder);

/** Runs `install` in an empty folder of that name, unless it ran before with the same sources. */
export async function fetchOnce(
  name: string,
  sources: string,
  install: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = fetchedFolder(name);
  const mark = join(root, `${name}.sha256`);
  const hash = createHash('sha256');
  for (const file of globSync('**', { cwd: sourcesOf(sources), withFileTypes: true }).filter((found) =>
    found.isFile(),
  ))
    hash.update(file.name).update(readFileSync(join(file.parentPath, file.name)));
  const wanted = hash.digest('hex');
  if (readIfPresent(mark) === wanted) return;
  console.error(`  Fetching ${name}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await install(folder);
  writeFileSync(mark, wanted);
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Runs a command of this machine. @throws with its name if it is missing, and with the end of its output if it fails. */
export async function runTool(
  command: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  try {
    await run(command, args, {
      ...(cwd !== undefined && { cwd }),
      env: { ...process.env, ...env },
      maxBuffer: 64 << 20,
    });
  } catch (error) {
    const {
      code,
      stdout = '',
      stderr = '',
    } = error as NodeJS.ErrnoException & { stdout?: string; stderr?: string };
    if (code === 'ENOENT') throw new Error(`${command} is missing on this machine`, { cause: error });
    const output = `${stdout}${stderr}`.trim().split('\n').slice(-5).join('\n');
    throw new Error(`${command} ${args.join(' ')} failed:\n${output}`, { cause: error });
  }
}

/** A virtual environment with the packages of a list, without pip. */
export async function installPython(folder: string, requirements: string): Promise<void> {
  await runTool('python3', ['-m', 'venv', '--without-pip', folder]);
  const python = join(folder, 'bin/python');
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-input'];
  await runTool('python3', ['-m', 'pip', '--python', python, 'install', ...quiet, '-r', requirements]);
}

/** In MB, of files and folders. */
export function installedSize(paths: readonly string[]): number {
  const files = paths.flatMap((path) =>
    statSync(path).isFile()
      ? [path]
      : globSync('**', { cwd: path, withFileTypes: true })
          .filter((found) => found.isFile())
          .map(({ parentPath, name }) => join(parentPath, name)),
  );
  return files.reduce((total, file) => total + statSync(file).size, 0) / 1e6;
}
