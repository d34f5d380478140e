/** A request that carries a token, as much of it as guards look at. */
export interface TokenRequest {
  readonly headers: { readonly authorization: string };
  readonly rawHeaders: readonly string[];
}

export function requestWith(token: string): TokenRequest {
  const authorization = `Bearer ${token}`;
  return {
    headers: { authorization },
    rawHeaders: ['host', '127.0.0.1', 'authorization', authorization, 'accept', 'application/json'],
  };
}
