/** The identity provider has no organization with this id. */
export class OrganizationUnknown extends Error {
  override readonly name = 'OrganizationUnknown';

  constructor() {
    super('the identity provider knows no such organization');
  }
}

/**
 * The number of seconds for which a second factor stays fresh, by organization; 0 means forever. The identity provider
 * stores it and writes it to users' tokens as `mfa_max_age` (spec 5.3.3). Rejects with `OrganizationUnknown` or
 * `IdentityProviderUnavailable`.
 */
export abstract class SecondFactorWindows {
  abstract ofOrg(orgId: string): Promise<number>;

  /** Applies to tokens that are issued from now on. */
  abstract set(orgId: string, seconds: number): Promise<void>;
}
