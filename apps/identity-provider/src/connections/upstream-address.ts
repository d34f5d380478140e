const thisMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether this can be an OpenID issuer: with TLS, or on this machine. The latter is refused later outside development. */
export function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url?.username !== '' || url.password !== '' || /[?#]/.test(text)) return false;
  if (url.href.replace(/\/$/, '') !== text.replace(/\/$/, '')) return false;
  return url.protocol === 'https:' || isLocal(url);
}

/** Whether connections to the issuer do not use TLS. */
export function isPlain(issuer: string): boolean {
  return issuer.startsWith('http:');
}

function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && thisMachine.has(hostname);
}
