import { type Role } from '../caller/role';

/** A member of an organization. */
export interface Member {
  /** The subject of their access tokens. */
  readonly id: string;
  readonly role: Role;
}

/** The organization has no member with this id at the identity provider. */
export class MemberUnknown extends Error {
  override readonly name = 'MemberUnknown';

  constructor() {
    super('the organization has no such member');
  }
}

/**
 * The members of organizations at the identity provider. A change applies to tokens that are issued afterwards. Every method
 * can be repeated, and rejects with `IdentityProviderUnavailable`.
 */
export abstract class MemberDirectory {
  /** Sorted by id; empty for an unknown organization. */
  abstract ofOrg(orgId: string): Promise<readonly Member[]>;

  /** Sets the role of an existing member; it does not create members. Rejects with `MemberUnknown`. */
  abstract setRole(orgId: string, member: Member): Promise<void>;

  /** Removes the member if it exists. */
  abstract remove(orgId: string, memberId: string): Promise<void>;
}
