import { type IssuerProfile } from '@governance/iam';

/** Whose tokens are accepted here, and how they are read. */
export abstract class TokenSettings {
  abstract readonly profile: IssuerProfile;
  /** Where the issuer's key set is; found by discovery when undefined. */
  abstract readonly jwksUri: string | undefined;
  /** What `aud` must contain. */
  abstract readonly audience: string;
  /** Values of the header member `typ`, in lower case; those of RFC 9068 when absent. */
  abstract readonly types?: ReadonlySet<string>;
}
