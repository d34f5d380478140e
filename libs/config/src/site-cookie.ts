import { isIP } from 'node:net';
import { getDomain } from 'tldts';
import { type Field, field } from './field';

/** The setting that lets the site of the public surface know who is signed in to the console (ADR 58). Both surfaces read it. */
export const siteCookieSettings = {
  SITE_COOKIE_DOMAIN: hostName()
    .optional()
    .describe(
      'the domain of both surfaces, such as example.org, for the cookie by which the site knows who is signed in to the console; the same for both surfaces. If absent, the site shows no account menu',
    ),
};

interface Given {
  readonly SITE_COOKIE_DOMAIN: string | undefined;
  readonly PUBLIC_BASE_URL: string;
  readonly PLATFORM_BASE_URL: string;
}

/** The cookies by which the site knows who is signed in. */
export interface SiteCookie {
  /** Of the cookie with the secret. */
  readonly name: string;
  /** Of the cookie that scripts read: it says that asking for the person may be worthwhile, and has no secret. */
  readonly hintName: string;
  /** Undefined if both surfaces have one host: then browsers send the cookie to this host alone. */
  readonly domain: string | undefined;
  readonly secure: boolean;
}

/** Browsers ignore a cookie for a domain that is not theirs, and one for a public suffix would reach sites of strangers. */
export function refuseSiteCookieDomain({
  SITE_COOKIE_DOMAIN: domain,
  PUBLIC_BASE_URL: publicUrl,
  PLATFORM_BASE_URL: platformUrl,
}: Partial<Given>): string[] {
  if (domain === undefined || publicUrl === undefined || platformUrl === undefined) return [];
  const urls = [new URL(publicUrl), new URL(platformUrl)];
  return [
    ...(urls.some(({ hostname }) => !isWithin(hostname, domain))
      ? [
          'SITE_COOKIE_DOMAIN must be the host of PUBLIC_BASE_URL and PLATFORM_BASE_URL, or a domain above both',
        ]
      : []),
    ...(isShared(urls, domain) && getDomain(domain, { allowPrivateDomains: true }) === null
      ? ['SITE_COOKIE_DOMAIN must not be a public suffix']
      : []),
    ...(new Set(urls.map(({ protocol }) => protocol)).size > 1
      ? ['PUBLIC_BASE_URL and PLATFORM_BASE_URL must both be https or both http for SITE_COOKIE_DOMAIN']
      : []),
  ];
}

/** Undefined if the site does not show who is signed in. Expects settings that were not refused. */
export function siteCookieOf({
  SITE_COOKIE_DOMAIN: domain,
  PUBLIC_BASE_URL: publicUrl,
  PLATFORM_BASE_URL: platformUrl,
}: Given): SiteCookie | undefined {
  if (domain === undefined) return undefined;
  const urls = [new URL(publicUrl), new URL(platformUrl)];
  const secure = urls.every(({ protocol }) => protocol === 'https:');
  // The prefix `__Host-` excludes a domain.
  const prefix = secure ? '__Secure-' : '';
  return {
    name: `${prefix}site-session`,
    hintName: `${prefix}site-signed-in`,
    domain: isShared(urls, domain) ? domain : undefined,
    secure,
  };
}

/** Whether the cookie needs the attribute `Domain`. */
function isShared(urls: readonly URL[], domain: string): boolean {
  return urls.some(({ hostname }) => hostname !== domain);
}

/** An address has no domain above it. */
function isWithin(host: string, domain: string): boolean {
  return host === domain || (host.endsWith(`.${domain}`) && isIP(host) === 0);
}

function hostName(): Field<string> {
  return field('a host name or domain in lower case, such as example.org', (text) =>
    URL.canParse(`http://${text}/`) && new URL(`http://${text}/`).hostname === text ? text : undefined,
  );
}
