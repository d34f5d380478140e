/** The properties of an issuer that are needed to read its tokens. */
export interface IssuerProfile {
  /** The exact value of `iss`. */
  readonly issuer: string;
  /** A URL ending in `/`; the claim is `<claimsNamespace>mfa_at`. */
  readonly claimsNamespace: string;
  /** Full names of claims that indicate a user session at this issuer, besides `auth_time` and `sid`. */
  readonly sessionClaims: readonly string[];
}
