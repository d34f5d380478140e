import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Account, accountFor, canEnter } from './postgres-account';
import { sharedTemporaryFolder } from './postgres-binaries';

/** The files of a server and the account it runs as. */
export interface PostgresPlace {
  readonly account: Account | undefined;
  /** The wanted folder, or its stand-in if the account cannot enter that. */
  readonly directory: string;
  readonly cluster: string;
  readonly log: string;
  /** The superuser's password, in a file only the account can read. */
  readonly password: string;
}

/** Always the same folder for one wanted folder, so that the next start finds the data. */
function standIn(wanted: string, account: Account | undefined): string {
  const key = createHash('sha256').update(wanted).digest('hex').slice(0, 16);
  return join(sharedTemporaryFolder(account), `governance-data-${key}`);
}

/** The folder for the data of `wanted`, an absolute path. Creates nothing. */
export function locateData(wanted: string): { directory: string; account: Account | undefined } {
  const account = accountFor(wanted);
  let above = dirname(wanted);
  while (!existsSync(above)) above = dirname(above);
  if (canEnter(above, account)) return { directory: wanted, account };
  const directory = standIn(wanted, account);
  return { directory, account: accountFor(directory) };
}

function makePrivate(directory: string, account: Account | undefined): void {
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  // Another user may own this name in a shared temporary folder.
  const { uid } = statSync(directory);
  const ours = process.getuid?.();
  if (uid !== ours && uid !== account?.uid) {
    throw new Error(`${directory} belongs to another user. Remove it, or start as that user.`);
  }
  chmodSync(directory, 0o700);
  if (account) chownSync(directory, account.uid, account.gid);
}

function passwordIn(directory: string, account: Account | undefined): string {
  const file = join(directory, 'password');
  if (!existsSync(file)) {
    const unfinished = `${file}.new`;
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, randomBytes(24).toString('hex'), { mode: 0o600 });
    if (account) chownSync(unfinished, account.uid, account.gid);
    renameSync(unfinished, file);
  }
  return readFileSync(file, 'utf8');
}

/** Makes the folder of a server, private to its account, with a password in it. */
export function preparePlace(wanted: string): PostgresPlace {
  const { directory, account } = locateData(wanted);
  makePrivate(directory, account);
  return {
    account,
    directory,
    cluster: join(directory, 'cluster'),
    log: join(directory, 'server.log'),
    password: passwordIn(directory, account),
  };
}
