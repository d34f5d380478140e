import { logTrust, type LogTrust } from '@governance/certificate-verifier';
import { ApiError } from '@governance/client';
import { type App } from '../app';
import { CommandError } from '../command-error';
import { readJson } from '../files/read-text';
import { issuerUrl } from './issuer-url';
import { type IssuerOptions } from './trusted-issuer';

const trustPath = '/.well-known/certificate-log/trust.json';

export interface LogOptions extends IssuerOptions {
  /** A trust file: the public log of the issuer, and the witnesses that the user trusts. */
  readonly trust?: string;
}

/** The public log in which certificates must be: of the trust file, or of the issuer online. Undefined where neither names one. */
export async function trustedLog(app: App, options: LogOptions): Promise<LogTrust | undefined> {
  const { trust, keys } = options;
  if (trust !== undefined) return checked(await readJson(trust, app.terminal.stdin), 'file');
  if (keys !== undefined) return undefined;
  const published = await publishedBy(app, issuerUrl(app, options));
  return published === undefined ? undefined : checked(published, 'issuer');
}

/** Undefined for an issuer without a log. */
async function publishedBy(app: App, publicUrl: string): Promise<unknown> {
  try {
    return await app.assessments(publicUrl).get(trustPath, { signal: app.signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

function checked(value: unknown, source: LogTrust['source']): LogTrust {
  try {
    return logTrust(value, source);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}
