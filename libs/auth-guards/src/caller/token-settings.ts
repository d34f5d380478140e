import { type IssuerProfile } from '@governance/iam';

/** An issuer whose tokens are accepted, and how they are read. */
export interface AcceptedIssuer {
  readonly profile: IssuerProfile;
  /** The URL of the issuer's key set; undefined: use discovery. */
  readonly jwksUri: string | undefined;
  /** The value that `aud` must contain. */
  readonly audience: string;
  /** Accepted values of the header member `typ`, in lower case. Default: those of RFC 9068. */
  readonly types?: ReadonlySet<string> | undefined;
}

/** The issuers whose tokens are accepted, each with another `iss`. */
export abstract class TokenSettings {
  abstract readonly issuers: readonly AcceptedIssuer[];
}
