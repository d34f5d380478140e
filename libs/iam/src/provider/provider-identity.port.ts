/** Which provider the management API belongs to. */
export abstract class ProviderIdentity {
  /**
   * The exact `iss` of the provider's tokens; undefined when an earlier release of the provider cannot say it. Rejects with
   * `IdentityProviderUnavailable`.
   */
  abstract issuer(): Promise<string | undefined>;
}
