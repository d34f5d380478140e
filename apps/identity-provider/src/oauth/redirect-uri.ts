const thisMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a URI may receive a code: with TLS, or on the user's own machine. URIs are compared as text, so a URI must be in
 * the normal form of the URL standard.
 */
export function isRedirectUri(text: string): boolean {
  const url = URL.parse(text);
  if (!url || text.includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.href !== text) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && thisMachine.has(url.hostname));
}
