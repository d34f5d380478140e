/** The identity provider has no organization of that id. */
export class OrganizationUnknown extends Error {
  override readonly name = 'OrganizationUnknown';

  constructor() {
    super('the identity provider knows no such organization');
  }
}

/**
 * For how many seconds a second factor stays fresh, by organization; 0: for ever. The identity provider keeps it, and
 * writes it into people's tokens as `mfa_max_age` (spec 5.3.3). Rejects with `OrganizationUnknown` or
 * `IdentityProviderUnavailable`.
 */
export abstract class SecondFactorWindows {
  abstract ofOrg(orgId: string): Promise<number>;

  /** Holds in the tokens that are issued from now on. */
  abstract set(orgId: string, seconds: number): Promise<void>;
}
