/** How a client may sign its assertions (private_key_jwt). */
export const keyAlgorithms = ['RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const;

export type KeyAlgorithm = (typeof keyAlgorithms)[number];

/** A public key as RFC 7517 writes it: public members only, in the order in which RFC 7638 hashes them. */
export type PublicJwk =
  | { readonly e: string; readonly kty: 'RSA'; readonly n: string }
  | { readonly crv: EcCurve; readonly kty: 'EC'; readonly x: string; readonly y: string }
  | { readonly crv: 'Ed25519'; readonly kty: 'OKP'; readonly x: string };

export type EcCurve = 'P-256' | 'P-384' | 'P-521';

/** A public key that may authenticate a client. */
export interface AcceptedKey {
  /** Those that the key can make; two for RSA. */
  readonly algorithms: readonly KeyAlgorithm[];
  readonly jwk: PublicJwk;
  /** RFC 7638, SHA-256, base64url. */
  readonly thumbprint: string;
  /** The key as an SPKI block with lines of 64 characters: the same text for the same key, whatever was sent. */
  readonly spkiPem: string;
  /**
   * When the certificate that it came in ends; undefined for a bare key. Nothing is derived from it but that the
   * certificate has not ended: spec 2.9 takes the key's expiry from `expires_at`.
   */
  readonly notAfter: Date | undefined;
}
