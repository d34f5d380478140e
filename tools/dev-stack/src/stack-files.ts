import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a stack: all below `.dev`, which git ignores. */
export interface StackFiles {
  readonly folder: string;
  /** Addresses and accounts, for programs that use the stack. */
  readonly description: string;
  /** The settings of the operators' commands. */
  readonly operators: string;
  readonly processes: string;
  readonly keyring: string;
  /** The keys that sign certificates: only for the worker. */
  readonly issuerKeys: string;
  /** A folder: what the signer of audit trees remembers. */
  readonly auditMemory: string;
  /** The identity provider's keyring, separate from that of the surfaces. */
  readonly identityKeyring: string;
  /** Passwords and other random secrets of this stack. */
  readonly secrets: string;
  /** Configuration of the upstream provider. */
  readonly upstream: string;
  /** Keys and memories of the witnesses. */
  readonly witnesses: string;
  /** The verifier keys of the logs that they know. */
  readonly witnessedLogs: string;
  /** Which of them the certificate log needs. */
  readonly witnessPolicy: string;
  readonly database: string;
  readonly sample: string;
}

export function stackFiles(root: string): StackFiles {
  const folder = join(root, '.dev');
  return {
    folder,
    description: join(folder, 'stack.json'),
    operators: join(folder, 'operators.json'),
    processes: join(folder, 'processes.json'),
    keyring: join(folder, 'keyring.json'),
    issuerKeys: join(folder, 'issuer-keys.json'),
    auditMemory: join(folder, 'audit-memory'),
    identityKeyring: join(folder, 'identity-keyring.json'),
    secrets: join(folder, 'secrets.json'),
    upstream: join(folder, 'upstream.json'),
    witnesses: join(folder, 'witnesses'),
    witnessedLogs: join(folder, 'witnesses', 'logs.txt'),
    witnessPolicy: join(folder, 'witnesses', 'policy.txt'),
    database: join(folder, 'postgres'),
    sample: join(folder, 'sample-assessment.json'),
  };
}

/** Replaces a file atomically, readable only by its owner. */
export function writePrivately(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, file);
}

/** The same with JSON for people to read. */
export function writeJson(file: string, content: object): void {
  writePrivately(file, `${JSON.stringify(content, null, 2)}\n`);
}

/** Undefined if there is no file. @throws if it is no JSON. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function makeFolder(files: StackFiles): void {
  mkdirSync(files.folder, { recursive: true });
}
