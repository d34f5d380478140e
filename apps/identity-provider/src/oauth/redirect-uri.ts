const thisMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether people may be sent there with a code: by TLS, or to the machine they sit at. It is compared as text, so it has to
 * be spelled as the URL standard spells it.
 */
export function isRedirectUri(text: string): boolean {
  const url = URL.parse(text);
  if (!url || text.includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.href !== text) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && thisMachine.has(url.hostname));
}
