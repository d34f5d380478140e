const thisMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether this can be an OpenID issuer: with TLS, or on this machine. The identity provider refuses the latter outside
 * development when it is used.
 */
export function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url?.username !== '' || url.password !== '' || /[?#]/.test(text)) return false;
  if (url.href.replace(/\/$/, '') !== text.replace(/\/$/, '')) return false;
  return url.protocol === 'https:' || isLocal(url);
}

function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && thisMachine.has(hostname);
}
