import { type IssuerProfile } from '@governance/iam';

/** The issuer whose tokens are accepted, and how they are read. */
export abstract class TokenSettings {
  abstract readonly profile: IssuerProfile;
  /** The URL of the issuer's key set; undefined: use discovery. */
  abstract readonly jwksUri: string | undefined;
  /** The value that `aud` must contain. */
  abstract readonly audience: string;
  /** Accepted values of the header member `typ`, in lower case. Default: those of RFC 9068. */
  abstract readonly types?: ReadonlySet<string>;
}
