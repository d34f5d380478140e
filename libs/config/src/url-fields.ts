import { type Field, field } from './field';

/** A base URL such as `https://assess.example.org` or `https://example.org/assess`, to which paths are appended. */
export function httpUrl(): Field<string> {
  return field(
    'an http or https URL in plain form, with no slash at the end, query, fragment or password',
    (text) => (isPlainHttpUrl(text) && !text.endsWith('/') ? text : undefined),
  );
}

/** An issuer is compared as text with tokens, so a trailing slash is kept. */
export function issuerUrl(): Field<string> {
  return field('an http or https URL in plain form, with no query, fragment or password', (text) =>
    isPlainHttpUrl(text) ? text : undefined,
  );
}

/** The prefix of namespaced claims: the claim is `<namespace>mfa_at`. */
export function claimsNamespace(): Field<string> {
  return field('an http or https URL that ends in a slash, with no query, fragment or password', (text) =>
    isPlainHttpUrl(text) && text.endsWith('/') ? text : undefined,
  );
}

/** Exact origins as browsers send them, separated by commas, each at most once: no `*`, and no `null`. */
export function originList(): Field<readonly string[]> {
  const expected = 'a list, separated by commas, of http or https origins such as https://app.example.org';
  return field(expected, (text) => {
    const origins = text.split(',').map((item) => item.trim());
    return origins.every(isOrigin) && new Set(origins).size === origins.length ? origins : undefined;
  });
}

function isOrigin(text: string): boolean {
  return !text.includes('*') && isPlainHttpUrl(text) && new URL(text).origin === text;
}

export function databaseUrl(): Field<string> {
  return field(
    'a PostgreSQL URL: postgres://user:password@host:5432/name, special characters percent-encoded',
    (text) => {
      const url = parseServiceUrl(text, ['postgres:', 'postgresql:']);
      return url && /^\/[^/]+$/.test(url.pathname) ? text : undefined;
    },
  );
}

export function smtpUrl(): Field<string> {
  return field(
    'an SMTP URL: smtp(s)://user:password@host:587, special characters percent-encoded',
    (text) => {
      const url = parseServiceUrl(text, ['smtp:', 'smtps:']);
      return url && ['', '/'].includes(url.pathname) ? text : undefined;
    },
  );
}

/** The debugging protocol of a browser. It knows no password. */
export function browserUrl(): Field<string> {
  return field('a WebSocket URL with no password: ws(s)://host:9222', (text) => {
    const url = parseServiceUrl(text, ['ws:', 'wss:']);
    return url?.username === '' && url.password === '' ? text : undefined;
  });
}

/** A link on a page: a web page or an email address. */
export function linkUrl(): Field<string> {
  return field('an http, https or mailto URL', (text) =>
    /^(?:https?:\/\/[^/\s]|mailto:[^\s@]+@[^\s@])/.test(text) && URL.canParse(text)
      ? new URL(text).href
      : undefined,
  );
}

/**
 * Plain form is the normalized form of the URL standard. URLs are compared as text (token audience, issuer), so
 * `HTTPS://Example.org:443` would be a second name for the same origin.
 */
function isPlainHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[^/@?#]+[^@?#]*$/.test(text) || !URL.canParse(text)) return false;
  const { href } = new URL(text);
  return href === text || href === `${text}/`;
}

function parseServiceUrl(text: string, protocols: readonly string[]): URL | undefined {
  if (/[\s\p{Cc}#]/u.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return protocols.includes(url.protocol) && url.hostname !== '' && isDecodable(text) ? url : undefined;
}

/** The drivers decode user, password and name. A stray percent sign would fail there, with the password in the error. */
function isDecodable(text: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(text);
}
