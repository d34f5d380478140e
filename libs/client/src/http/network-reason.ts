const untrusted = 'its certificate is not trusted';

/** Texts for the codes of Node, of which the message of an error has none. */
const texts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be looked up',
  ENETUNREACH: 'there is no network',
  EHOSTUNREACH: 'there is no route to it',
  ETIMEDOUT: 'it does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
};

/** Why a request failed. Node has the reason in the cause of a TypeError. Errors may come from another realm, so no class is checked. */
export function networkReason(error: unknown): string {
  const { message, cause } = Object(error) as { readonly message?: unknown; readonly cause?: unknown };
  const { code, message: inner } = (cause ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code === 'string') return texts[code] === undefined ? code : `${texts[code]} (${code})`;
  return String(inner === undefined || inner === '' ? (message ?? error) : inner);
}
