/** What a sign-in or a refresh yields. Store it as you would a password. */
export interface Tokens {
  readonly accessToken: string;
  /** When the access token ends, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** For one refresh: the response has the next one. */
  readonly refreshToken?: string;
  readonly idToken?: string;
}

/**
 * Where tokens came from. Those of a user are refreshed and revoked there and nowhere else: a surface that is
 * asked later might name the identity provider of an attacker.
 */
export interface TokenOrigin {
  /** The surface that accepts the tokens, and their audience. */
  readonly resource: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint?: string;
  /** How the provider signs ID tokens. */
  readonly idTokenAlgorithms?: readonly string[];
}

/** Tokens, bound to the place that gave them. */
export interface BoundTokens extends Tokens {
  readonly origin: TokenOrigin;
}

/** The tokens of a user. */
export type UserTokens = BoundTokens;

export interface TokenResponse {
  readonly access_token: string;
  readonly expires_in?: number | undefined;
  readonly refresh_token?: string | undefined;
  readonly id_token?: string | undefined;
}

/** A token without a lifetime is used for a minute. */
const defaultLifetimeSeconds = 60;

export function tokensOf(response: TokenResponse, now: number): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, id_token: idToken } = response;
  return {
    accessToken,
    expiresAt: now + (response.expires_in ?? defaultLifetimeSeconds) * 1_000,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(idToken !== undefined && { idToken }),
  };
}

/** A token that ends this soon is not used: the call takes time. */
const marginMs = 30_000;

export function isFresh({ expiresAt }: Tokens, now: number): boolean {
  return expiresAt - marginMs > now;
}
