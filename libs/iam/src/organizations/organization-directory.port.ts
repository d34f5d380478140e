export interface Organization {
  readonly id: string;
  readonly name: string;
}

/** The organizations at the identity provider. Every method can be repeated, and rejects with `IdentityProviderUnavailable`. */
export abstract class OrganizationDirectory {
  abstract find(orgId: string): Promise<Organization | undefined>;

  /** Creates an organization without members. Call it only after `find` has found none: it would replace an existing one. */
  abstract create(organization: Organization): Promise<void>;
}
