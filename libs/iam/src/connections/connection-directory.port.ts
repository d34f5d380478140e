/** A sign-in method of an organization's members (spec 2.11). */
export interface Connection {
  /** Opaque; belongs to one organization. */
  readonly id: string;
  readonly name: string;
  /** `enterprise` or `database`. Later providers may have others, so clients decode leniently. */
  readonly type: string;
  readonly enabled: boolean;
}

/** The connections of organizations, stored by the identity provider. */
export abstract class ConnectionDirectory {
  /** Sorted by name; empty for an unknown organization. Rejects with `IdentityProviderUnavailable`. */
  abstract ofOrg(orgId: string): Promise<readonly Connection[]>;
}
