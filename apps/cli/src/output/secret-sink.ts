import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { CommandError } from '../command-error';
import { exitCode } from '../exit-code';
import { PrivateFile } from '../files/private-file';
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
  take(secret: string): Promise<void>;
  /** Leaves nothing behind when there is no secret. */
  discard(): void;
}

/** @throws CommandError if the file exists or cannot be written. */
export function secretSink({ secretFile, secretStdinOf }: SecretOptions, terminal: Terminal): SecretSink {
  if (secretFile !== undefined && secretStdinOf !== undefined)
    throw new CommandError('Give --secret-file or --secret-stdin-of, not both');
  if (secretFile !== undefined) return fileSink(secretFile, terminal);
  if (secretStdinOf !== undefined) return commandSink(secretStdinOf);
  return { isPrinted: true, take: () => Promise.resolve(), discard: () => undefined };
}

function fileSink(path: string, terminal: Terminal): SecretSink {
  if (existsSync(path)) throw new CommandError(`${path} exists: secrets do not replace files`);
  let file: PrivateFile;
  try {
    file = new PrivateFile(path);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
  return {
    isPrinted: false,
    take: (secret) => {
      file.commit(`${secret}\n`, { exclusive: true });
      terminal.note(`The secret is in ${path}`);
      return Promise.resolve();
    },
    discard: () => {
      file.discard();
    },
  };
}

/** The user's own command line, as in a shell: it gets the secret on stdin, where other processes cannot see it. */
function commandSink(command: string): SecretSink {
  return {
    isPrinted: false,
    discard: () => undefined,
    take: async (secret) => {
      const child = spawn(command, { shell: true, stdio: ['pipe', 'inherit', 'inherit'] });
      // A command that reads nothing closes its stdin; its exit code tells.
      child.stdin.on('error', () => undefined);
      child.stdin.end(`${secret}\n`);
      const [code] = (await once(child, 'close')) as [number | null];
      if (code !== 0)
        throw new CommandError(
          `${JSON.stringify(command)} failed (${String(code)}), and the secret is lost: rotate the credential`,
          exitCode.negative,
        );
    },
  };
}
