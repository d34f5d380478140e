/** A way in which the members of an organization sign in (spec 2.11). */
export interface Connection {
  /** Opaque, of its organization. */
  readonly id: string;
  readonly name: string;
  /** `enterprise` or `database`; a later provider may have others, and clients decode leniently. */
  readonly type: string;
  readonly enabled: boolean;
}

/** The connections of organizations, which the identity provider keeps. */
export abstract class ConnectionDirectory {
  /** By name; none for an organization that the provider does not know. Rejects with `IdentityProviderUnavailable`. */
  abstract ofOrg(orgId: string): Promise<readonly Connection[]>;
}
