/** What has to be known of an issuer to read its tokens. */
export interface IssuerProfile {
  /** The exact value of `iss`. */
  readonly issuer: string;
  /** A URL ending in `/`; the claim is `<claimsNamespace>mfa_at`. */
  readonly claimsNamespace: string;
  /** Claims by which this issuer shows a user session, beside `auth_time` and `sid`: full names. */
  readonly sessionClaims: readonly string[];
}
