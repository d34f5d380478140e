/** Names the certificate log of an issuer, in checkpoints and as the name of its key: its address without the scheme. */
export function logOrigin(publicBaseUrl: string): string {
  const { host, pathname } = new URL(`${publicBaseUrl}/.well-known/certificate-log`);
  return `${host}${pathname}`;
}
