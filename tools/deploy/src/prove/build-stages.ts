import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ancestryOf, lastOf, type Stage } from '../dockerfile-stages';

export interface BuildOptions {
  /** Of the Dockerfile, in its order. */
  readonly stages: readonly Stage[];
  /** The workspace. */
  readonly context: string;
  /** Where each stage gets a folder of its own, called like it. */
  readonly folder: string;
}

/** What is never copied from a workspace: .dockerignore has the same. */
const ignored = ['node_modules', 'dist', '.env'];

/** Follows the instructions of a stage that only runs npm, in a folder instead of an image: copies, then runs. */
export function buildStage(name: string, options: BuildOptions): void {
  const { stages, context, folder } = options;
  const ancestry = ancestryOf(stages, name);
  const root = join(folder, name);
  const workdir = join(root, lastOf(ancestry, 'WORKDIR')?.text ?? '/');
  mkdirSync(workdir, { recursive: true });
  for (const { keyword, text, copiesFrom } of ancestry.flatMap(({ steps }) => steps)) {
    if (keyword === 'COPY')
      copy(text, copiesFrom === undefined ? context : join(folder, copiesFrom), workdir);
    if (keyword === 'RUN') run(text, root, workdir);
  }
}

function copy(text: string, from: string, workdir: string): void {
  const paths = text.split(' ');
  const target = join(workdir, paths.pop() ?? '');
  for (const path of paths) {
    // As Docker does: of a folder its content, and into a folder a file under its own name.
    const isInto = text.endsWith('./') && !path.startsWith('/');
    cpSync(join(from, path), isInto ? join(target, basename(path)) : target, {
      recursive: true,
      filter: (source) => !ignored.includes(basename(source)),
    });
  }
}

function run(text: string, root: string, workdir: string): void {
  // An absolute path of the image is one below the stage's folder here.
  const command = text.replaceAll(/(?<= )\/(?=\w)/g, `${root}/`);
  process.stdout.write(`${basename(root)}: ${text}\n`);
  const { PATH = '' } = process.env;
  execFileSync('/bin/sh', ['-ec', command], {
    cwd: workdir,
    // Nothing of this machine but the way to its programs and to the packages that it keeps.
    env: { PATH, HOME: process.env.HOME, CI: 'true' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  mkdirSync(dirname(root), { recursive: true });
}
