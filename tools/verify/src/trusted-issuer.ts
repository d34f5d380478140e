import { IssuerKeySet, type StatusListAnswer } from '@governance/certificate-verifier';
import { issuerAddresses } from '@governance/certificates';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The issuer whose certificates are accepted, and its withdrawals. */
export interface TrustedIssuer {
  readonly keys: IssuerKeySet;
  readonly statusList?: (url: string) => Promise<StatusListAnswer>;
}

/** The issuer whose keys are in a file. Makes no request. */
export function issuerOfFile(keysFile: string, statusFile: string | undefined): TrustedIssuer {
  const keys = new IssuerKeySet(JSON.parse(readFileSync(keysFile, 'utf8')));
  if (statusFile === undefined) return { keys };
  const list = readFileSync(statusFile, 'utf8').trim();
  return { keys, statusList: () => Promise.resolve({ list }) };
}

/** The issuer at an address. Never at the one in the certificate: an attacker's certificate names the attacker's. */
export async function issuerOnline(publicBaseUrl: string, now: () => Date): Promise<TrustedIssuer> {
  const { keys, statusList } = issuerAddresses(publicBaseUrl.replace(/\/$/, ''));
  const lists = statusList(0).slice(0, -1);
  return {
    keys: new IssuerKeySet(JSON.parse(await get(keys))),
    statusList: async (url) => {
      if (!url.startsWith(lists))
        throw new Error(`The status list ${url} does not belong to ${publicBaseUrl}`);
      return { list: await get(url), askedAt: now() };
    },
  };
}

/** The default issuer: the one of the settings, or of a running development stack. */
export function nearestIssuer(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (env.PUBLIC_BASE_URL) return env.PUBLIC_BASE_URL;
  const description = join(root, '.dev/stack.json');
  if (!existsSync(description)) return undefined;
  const { publicUrl } = JSON.parse(readFileSync(description, 'utf8')) as { readonly publicUrl?: string };
  return publicUrl;
}

async function get(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000), redirect: 'error' });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.text();
}
