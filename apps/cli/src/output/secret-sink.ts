import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '../command-error';
import { exitCode } from '../exit-code';
import { ReservedFile } from '../files/reserved-file';
import { type Terminal } from './terminal';

/** Where the user wants a new secret. */
export interface SecretOptions {
  readonly secretFile?: string;
  readonly secretStdinOf?: string;
}

/** Takes a secret that is shown once. Made before the call that creates the secret, so that its place is known to exist. */
export interface SecretSink {
  /** Whether the secret is printed with the other members. */
  readonly isPrinted: boolean;
  /** `print` shows the members, with the secret if it is printed. @throws CommandError that says where the secret is, if it is not there. */
  take(secret: string, print: () => void): Promise<void>;
  /** Leaves nothing behind when there is no secret. */
  discard(): void;
}

export interface SecretSinkOptions {
  readonly terminal: Terminal;
  /** For a secret that did not reach its place. */
  readonly stateFolder: string;
}

/** @throws CommandError if the file exists or cannot be written, or a secret could be lost. */
export function secretSink(
  { secretFile, secretStdinOf }: SecretOptions,
  { terminal, stateFolder }: SecretSinkOptions,
): SecretSink {
  if (secretFile !== undefined && secretStdinOf !== undefined)
    throw new CommandError('Give --secret-file or --secret-stdin-of, not both');
  const file = secretFile === undefined ? undefined : reservedFile(secretFile);
  const spare = spareFile(stateFolder);
  if (!file && !spare)
    throw new CommandError(
      `The secret could be lost: nothing can be written to ${stateFolder}. Give --secret-file`,
    );
  const isPrinted = !file && secretStdinOf === undefined;
  const place = async (secret: string): Promise<void> => {
    file?.commit(`${secret}\n`);
    if (secretStdinOf !== undefined) await takeByCommand(secretStdinOf, secret);
  };
  return {
    isPrinted,
    take: async (secret, print) => {
      try {
        await place(secret);
        print();
        if (file) terminal.note(`The secret is in ${file.path}`);
        const failure = isPrinted ? await terminal.written() : undefined;
        if (failure) throw failure;
      } catch (error) {
        throw new CommandError(`${reasonOf(error)}. ${saved(secret, spare)}`, exitCode.negative);
      }
    },
    discard: () => {
      file?.discard();
      spare?.discard();
    },
  };
}

function reservedFile(path: string): ReservedFile {
  try {
    return new ReservedFile(path);
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new CommandError(exists ? `${path} exists: secrets do not replace files` : reasonOf(error));
  }
}

/** In the folder of the program or, if that cannot be written, in that for temporary files. */
function spareFile(stateFolder: string): ReservedFile | undefined {
  const name = `governance-secret-${randomBytes(6).toString('hex')}`;
  for (const folder of [stateFolder, tmpdir()])
    try {
      return new ReservedFile(join(folder, name));
    } catch {
      // The next one, or none.
    }
  return undefined;
}

function saved(secret: string, spare: ReservedFile | undefined): string {
  try {
    spare?.commit(`${secret}\n`);
  } catch {
    return lost;
  }
  return spare ? `The secret is in ${spare.path}: move it to its place` : lost;
}

const lost = 'The secret is lost: rotate the credential';

/** The user's own command line, as in a shell: it gets the secret on stdin, where other processes cannot see it. */
async function takeByCommand(command: string, secret: string): Promise<void> {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'inherit', 'inherit'] });
  let unread: Error | undefined;
  child.stdin.on('error', (error) => {
    unread = error;
  });
  child.stdin.end(`${secret}\n`);
  const [code] = (await once(child, 'close')) as [number | null];
  const name = JSON.stringify(command);
  if (code !== 0) throw new Error(`${name} failed (${String(code)})`);
  if (unread) throw new Error(`${name} has not read the secret`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
