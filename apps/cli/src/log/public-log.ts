import { logTrust } from '@governance/certificate-verifier';
import {
  InvalidNote,
  type LogKeys,
  openCheckpoint,
  type OpenedCheckpoint,
  WitnessPolicy,
} from '@governance/transparency';
import { type App } from '../app';
import { CommandError } from '../command-error';
import { readText } from '../files/read-text';
import { issuerUrl } from '../verify/issuer-url';
import { verifyEd25519 } from '../verify/node-primitives';
import { FolderFiles } from './folder-files';
import { HttpFiles } from './http-files';
import { type LogFiles, UnservedFile } from './log-files.port';

const logPath = '.well-known/certificate-log';
const longestText = 65_536;

export interface LogSource {
  /** The address of the public surface, instead of the profile's. */
  readonly issuer?: string;
  /** A folder with the files of the log: no request is made. */
  readonly folder?: string;
  /** A file that names the keys of the log and of its witnesses. The user trusts it. */
  readonly trust?: string;
  /** The name of the log. */
  readonly origin?: string;
}

/** A signed checkpoint, as its note and opened. */
export interface SignedCheckpoint {
  readonly note: string;
  readonly opened: OpenedCheckpoint;
}

type Refusal = (reason: string) => Error;

/** A log, and whose signatures count for it. */
export class PublicLog {
  private constructor(
    readonly files: LogFiles,
    readonly policy: WitnessPolicy,
    private readonly keys: LogKeys,
    /** Undefined if the issuer itself names the keys. */
    readonly trustFile: string | undefined,
  ) {}

  /** @throws CommandError, or UnservedFile if the issuer does not say whose signatures count */
  static async open(app: App, options: LogSource): Promise<PublicLog> {
    const { trust } = options;
    const address = addressOf(app, options);
    const files =
      address === undefined ? new FolderFiles(options.folder ?? '') : new HttpFiles(address, app.signal);
    const refused = trust === undefined ? servedWrongly('trust.json') : savedWrongly(trust);
    const text =
      trust === undefined ? await textOf(files, 'trust.json') : await readText(trust, app.terminal.stdin);
    const policy = policyIn(text, refused);
    const origin = options.origin ?? address?.replace(/^https?:\/\//, '') ?? onlyOrigin(policy);
    const log = policy.logs.filter(({ name }) => name === origin);
    if (log.length === 0) throw refused(`it has no key of the log ${origin}`);
    const witnesses = policy.witnesses.map(({ verifier }) => verifier);
    return new PublicLog(files, policy, { origin, log, witnesses }, trust);
  }

  get origin(): string {
    return this.keys.origin;
  }

  /** The newest checkpoint. @throws UnservedFile if the log did not sign it */
  async newest(): Promise<SignedCheckpoint> {
    return this.checkpointIn(await textOf(this.files, 'checkpoint'), servedWrongly('checkpoint'));
  }

  /** The checkpoint in a file of the user. @throws CommandError if the log did not sign it */
  async saved(file: string, stdin: NodeJS.ReadableStream): Promise<SignedCheckpoint> {
    return this.checkpointIn(await readText(file, stdin), savedWrongly(file));
  }

  private async checkpointIn(note: string, refused: Refusal): Promise<SignedCheckpoint> {
    const opened = await openCheckpoint(note, this.keys).catch((error: unknown) => {
      throw error instanceof InvalidNote ? refused(error.message) : error;
    });
    return { note, opened };
  }
}

/** Undefined for a folder. */
function addressOf(app: App, options: LogSource): string | undefined {
  if (options.folder === undefined) return `${issuerUrl(app, options)}/${logPath}`;
  if (options.issuer !== undefined) throw new CommandError('Give --folder or --issuer, not both');
  return undefined;
}

function policyIn(text: string, refused: Refusal): WitnessPolicy {
  try {
    return WitnessPolicy.parse(logTrust(JSON.parse(text), 'file').policy, verifyEd25519);
  } catch (error) {
    throw refused(
      error instanceof SyntaxError
        ? 'it is not JSON'
        : String(error instanceof Error ? error.message : error),
    );
  }
}

function onlyOrigin({ logs }: WitnessPolicy): string {
  const [origin, ...others] = new Set(logs.map(({ name }) => name));
  if (origin !== undefined && others.length === 0) return origin;
  throw new CommandError('Give --origin: the policy does not name exactly one log');
}

async function textOf(files: LogFiles, path: string): Promise<string> {
  return Buffer.from(await files.read(path, longestText)).toString('utf8');
}

const servedWrongly =
  (path: string): Refusal =>
  (reason) =>
    new UnservedFile(path, reason);

const savedWrongly =
  (file: string): Refusal =>
  (reason) =>
    new CommandError(`${file}: ${reason}`);
