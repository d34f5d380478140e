/** How the cookies of people's browsers are called and sent. */
export interface CookieRules {
  readonly session: string;
  /** The library binds these two to one path each, which the prefix `__Host-` does not allow. */
  readonly interaction: string;
  readonly resume: string;
  /** Shows that a sign-in was begun by this browser: one cookie for each, so that two tabs do not meet. */
  readonly signIn: (uid: string) => string;
  /** Shows to which accounts this browser is known (`KnownBrowsers`). */
  readonly knownBrowser: string;
  readonly options: { readonly httpOnly: true; readonly sameSite: 'lax'; readonly secure: boolean };
}

/**
 * By TLS the names have prefixes: `__Host-` cookies can be set by nobody but this host, so that no neighbour on its domain
 * can push a session or a sign-in of its own onto a browser. Without TLS, on a developer's machine, browsers differ in
 * whether they take such cookies, and the names are plain.
 */
export function cookieRules(issuer: string): CookieRules {
  const secure = issuer.startsWith('https:');
  const [host, plain] = secure ? ['__Host-', '__Secure-'] : ['', ''];
  return {
    session: `${host}session`,
    interaction: `${plain}interaction`,
    resume: `${plain}resume`,
    signIn: (uid) => `${host}sign-in-${uid}`,
    knownBrowser: `${host}known-browser`,
    options: { httpOnly: true, sameSite: 'lax', secure },
  };
}
