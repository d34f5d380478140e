/** Where a client gets its access tokens. */
export interface TokenSource {
  /** The surface that the tokens are for: a client of another one refuses them. Absent: of any. */
  readonly apiUrl?: string;
  /** An access token that is valid now. */
  token(signal?: AbortSignal): Promise<string>;
  /** The surface has refused this token: the next one must be another. */
  discard?(token: string): void;
}

/** A token that you obtained elsewhere. It is not refreshed. */
export function staticToken(token: string): TokenSource {
  return { token: () => Promise.resolve(token) };
}
