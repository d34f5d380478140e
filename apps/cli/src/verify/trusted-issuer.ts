import { type StatusListAnswer } from '@governance/certificate-verifier';
import { type App } from '../app';
import { CommandError } from '../command-error';
import { readText } from '../files/read-text';

export interface IssuerOptions {
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
export async function trustedIssuer(app: App, { keys, status }: IssuerOptions): Promise<TrustedIssuer> {
  const { stdin } = app.terminal.streams;
  if (keys === undefined) return issuerOnline(app);
  const jwks = parsed(await readText(keys, stdin), keys);
  if (status === undefined) return { jwks };
  const list = (await readText(status, stdin)).trim();
  return { jwks, statusList: () => Promise.resolve({ list }) };
}

async function issuerOnline(app: App): Promise<TrustedIssuer> {
  const { publicUrl, signal } = app;
  const assessments = app.assessments();
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

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`${name} is not JSON`);
  }
}
