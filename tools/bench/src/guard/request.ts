/** A read that carries a token, as much of it as guards look at. A write of a person costs one SELECT more. */
export interface TokenRequest {
  readonly method: 'GET';
  readonly headers: { readonly authorization: string };
  readonly rawHeaders: readonly string[];
}

export function requestWith(token: string): TokenRequest {
  const authorization = `Bearer ${token}`;
  return {
    method: 'GET',
    headers: { authorization },
    rawHeaders: ['host', '127.0.0.1', 'authorization', authorization, 'accept', 'application/json'],
  };
}
