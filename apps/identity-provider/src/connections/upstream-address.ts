const thisMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an OpenID provider may be there: by TLS, or on this machine, which is refused later unless we are in development. */
export function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url?.username !== '' || url.password !== '' || /[?#]/.test(text)) return false;
  if (url.href.replace(/\/$/, '') !== text.replace(/\/$/, '')) return false;
  return url.protocol === 'https:' || isLocal(url);
}

/** Whether it is spoken to without TLS. */
export function isPlain(issuer: string): boolean {
  return issuer.startsWith('http:');
}

function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && thisMachine.has(hostname);
}
