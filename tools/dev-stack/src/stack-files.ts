import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a stack keeps its things: all below `.dev`, which git ignores. */
export interface StackFiles {
  readonly folder: string;
  /** What runs where, for programs that use the stack. */
  readonly description: string;
  readonly processes: string;
  readonly keyring: string;
  /** What signs certificates: for the worker alone. */
  readonly issuerKeys: string;
  /** Of the identity provider, apart from that of the surfaces. */
  readonly identityKeyring: string;
  /** Passwords and whatever else was drawn for this stack. */
  readonly secrets: string;
  /** What the upstream provider is told. */
  readonly upstream: string;
  readonly database: string;
  readonly sample: string;
}

export function stackFiles(root: string): StackFiles {
  const folder = join(root, '.dev');
  return {
    folder,
    description: join(folder, 'stack.json'),
    processes: join(folder, 'processes.json'),
    keyring: join(folder, 'keyring.json'),
    issuerKeys: join(folder, 'issuer-keys.json'),
    identityKeyring: join(folder, 'identity-keyring.json'),
    secrets: join(folder, 'secrets.json'),
    upstream: join(folder, 'upstream.json'),
    database: join(folder, 'postgres'),
    sample: join(folder, 'sample-assessment.json'),
  };
}

/** Replaces a file at one stroke, readable by its owner only. */
export function writePrivately(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, file);
}

export function makeFolder(files: StackFiles): void {
  mkdirSync(files.folder, { recursive: true });
}
