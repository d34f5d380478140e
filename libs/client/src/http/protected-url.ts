/** Whether what is sent there cannot be read on the way: TLS, or this machine. */
export function isProtected(url: string | URL): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || isOnThisMachine(hostname);
}

function isOnThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

/** The same address, however it is written. */
export function isSameUrl(one: string, other: string): boolean {
  return plainForm(one) === plainForm(other);
}

function plainForm(url: string): string {
  return new URL(url).href.replace(/\/+$/, '');
}
