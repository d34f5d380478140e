import { type StatusListAnswer } from '@governance/certificate-verifier';
import { type App } from '../app';
import { CommandError } from '../command-error';
import { readJson, readText } from '../files/read-text';
import { issuerUrl } from './issuer-url';

export interface IssuerOptions {
  /** The address of the public surface, instead of the profile's. */
  readonly issuer?: string;
  /** The keys from a file: no request is made. */
  readonly keys?: string;
  /** The status list from a file. */
  readonly status?: string;
}

/** The issuer whose documents are accepted, and its withdrawals. */
export interface TrustedIssuer {
  /** Its keys, as it publishes them. */
  readonly jwks: unknown;
  readonly statusList?: (url: string) => Promise<StatusListAnswer>;
}

/** The issuer of the files, or the one at the public URL: never the one that a document names, which may be an attacker's. */
export async function trustedIssuer(app: App, options: IssuerOptions): Promise<TrustedIssuer> {
  const { keys, status } = options;
  const { stdin } = app.terminal;
  if (keys === undefined) return issuerOnline(app, issuerUrl(app, options));
  const jwks = await readJson(keys, stdin);
  if (status === undefined) return { jwks };
  const list = (await readText(status, stdin)).trim();
  return { jwks, statusList: () => Promise.resolve({ list }) };
}

async function issuerOnline(app: App, publicUrl: string): Promise<TrustedIssuer> {
  const { signal } = app;
  const assessments = app.assessments(publicUrl);
  const lists = `${publicUrl}/.well-known/status/`;
  return {
    jwks: await assessments.get('/.well-known/jwks.json', { signal }),
    statusList: async (url) => {
      if (!url.startsWith(lists)) throw new CommandError(`The status list ${url} is not of ${publicUrl}`);
      const path = { list: url.slice(lists.length) };
      const list = await assessments.get('/.well-known/status/{list}', { path, signal });
      return { list: list, askedAt: new Date() };
    },
  };
}
