import { type Role } from '../caller/role';

/** A person of an organization. */
export interface Member {
  /** The subject of their access tokens. */
  readonly id: string;
  readonly role: Role;
}

/** The identity provider has no member of that id in that organization. */
export class MemberUnknown extends Error {
  override readonly name = 'MemberUnknown';

  constructor() {
    super('the organization has no such member');
  }
}

/**
 * Who belongs to an organization, as the identity provider keeps it. What is changed holds in the tokens that are issued from
 * then on. Every method can be repeated, and rejects with `IdentityProviderUnavailable`.
 */
export abstract class MemberDirectory {
  /** By id; nobody in an organization that is unknown. */
  abstract ofOrg(orgId: string): Promise<readonly Member[]>;

  /** Of a member who is there: it makes nobody a member that `ofOrg` does not list. Rejects with `MemberUnknown`. */
  abstract setRole(orgId: string, member: Member): Promise<void>;

  /** Nothing happens when there is no such member. */
  abstract remove(orgId: string, memberId: string): Promise<void>;
}
