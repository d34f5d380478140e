import { readCookie } from '@governance/http';
import { type Request } from 'express';

/** Names and attributes of the cookies. */
export interface CookieRules {
  readonly session: string;
  /** The library binds this cookie and the next to a path, which the prefix `__Host-` does not allow. */
  readonly interaction: string;
  readonly resume: string;
  /** Proves that this browser started a sign-in: one cookie for each, so that two tabs do not interfere. */
  readonly signIn: (uid: string) => string;
  /** The start of the names of those cookies. */
  readonly signIns: string;
  /** The accounts that know this browser (`KnownBrowsers`). */
  readonly knownBrowser: string;
  readonly options: { readonly httpOnly: true; readonly sameSite: 'lax'; readonly secure: boolean };
}

/**
 * With TLS the names have prefixes: only this host can set `__Host-` cookies, so a sibling domain cannot plant a session
 * or a sign-in in a browser. Without TLS, on a developer's machine, the names have no prefix, because browsers differ in
 * whether they accept prefixed cookies.
 */
export function cookieRules(issuer: string): CookieRules {
  const secure = issuer.startsWith('https:');
  const [host, plain] = secure ? ['__Host-', '__Secure-'] : ['', ''];
  return {
    session: `${host}session`,
    interaction: `${plain}interaction`,
    resume: `${plain}resume`,
    signIn: (uid) => `${host}sign-in-${uid}`,
    signIns: `${host}sign-in-`,
    knownBrowser: `${host}known-browser`,
    options: { httpOnly: true, sameSite: 'lax', secure },
  };
}

/** Whether this browser started the sign-in: only that browser has the cookie. */
export function hasBegun(req: Request, cookies: CookieRules, uid: string): boolean {
  return readCookie(req.headers, cookies.signIn(uid)) === uid;
}
