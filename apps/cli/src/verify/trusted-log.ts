import { logTrust, type LogTrust } from '@governance/certificate-verifier';
import { type App } from '../app';
import { CommandError } from '../command-error';
import { readJson } from '../files/read-text';
import { issuerUrl } from './issuer-url';
import { publishedLog } from './published-log';
import { type IssuerOptions } from './trusted-issuer';

export interface LogOptions extends IssuerOptions {
  /** A trust file: the public log of the issuer, and the witnesses that the user trusts. */
  readonly trust?: string;
}

/** The public log in which certificates must be: of the trust file, or of the issuer online. Undefined where neither names one. */
export async function trustedLog(app: App, options: LogOptions): Promise<LogTrust | undefined> {
  const { trust, keys } = options;
  if (trust !== undefined) return checked(await readJson(trust, app.terminal.stdin), 'file');
  if (keys !== undefined) return undefined;
  const published = await publishedLog(issuerUrl(app, options), app.signal);
  return published === undefined ? undefined : checked(published, 'issuer');
}

function checked(value: unknown, source: LogTrust['source']): LogTrust {
  try {
    return logTrust(value, source);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}
