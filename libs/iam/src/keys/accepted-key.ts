/** The algorithms for client assertions (`private_key_jwt`). */
export const keyAlgorithms = ['RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const;

export type KeyAlgorithm = (typeof keyAlgorithms)[number];

/** A public key as a JWK (RFC 7517): public members only, in the order in which RFC 7638 hashes them. */
export type PublicJwk =
  | { readonly e: string; readonly kty: 'RSA'; readonly n: string }
  | { readonly crv: EcCurve; readonly kty: 'EC'; readonly x: string; readonly y: string }
  | { readonly crv: 'Ed25519'; readonly kty: 'OKP'; readonly x: string };

export type EcCurve = 'P-256' | 'P-384' | 'P-521';

/** A public key that can authenticate a client. */
export interface AcceptedKey {
  /** The signature algorithms of the key; two for RSA. */
  readonly algorithms: readonly KeyAlgorithm[];
  readonly jwk: PublicJwk;
  /** RFC 7638, SHA-256, base64url. */
  readonly thumbprint: string;
  /** The key as an SPKI block with lines of 64 characters: always the same text for the same key. */
  readonly spkiPem: string;
  /**
   * The end of the X.509 certificate with the key; undefined for a bare key. Used only to refuse an expired certificate:
   * spec 2.9 takes the key's expiry from `expires_at`.
   */
  readonly notAfter: Date | undefined;
}
