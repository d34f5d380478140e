import { freePort } from '@governance/testing';
import { type ServerSettings } from '../../src/config';
import { type IdentityApp, startIdentityApp } from './identity-app';
import { type BrowserPage, unescapeHtml } from './person-browser';

/** An authenticator of the machine, as the browser sees it. */
export const authenticator = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
} as const;

/** A provider at a host name: WebAuthn allows no IP addresses. */
export async function startPasskeyApp(changes: Partial<ServerSettings> = {}): Promise<IdentityApp> {
  const port = await freePort();
  return startIdentityApp({ PORT: port, ISSUER: `http://localhost:${port}`, ...changes });
}

/** The members of the options that an authenticator needs. */
export interface PasskeyOptions {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly user?: { readonly id: string };
  readonly rpId?: string;
  readonly allowCredentials?: readonly { readonly id: string }[];
  readonly excludeCredentials?: readonly { readonly id: string }[];
  readonly attestation?: string;
  readonly userVerification?: string;
  readonly pubKeyCredParams?: readonly { readonly alg: number }[];
}

/** The options that a page has for the browser. */
export function optionsOn(page: BrowserPage | undefined): PasskeyOptions {
  const text = /data-options="([^"]*)"/.exec(page?.html ?? '')?.[1];
  if (text === undefined) throw new Error(`"${page?.heading ?? ''}" offers no passkey: ${page?.text ?? ''}`);
  return JSON.parse(unescapeHtml(text)) as PasskeyOptions;
}
