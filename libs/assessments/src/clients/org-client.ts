import { type ListPosition } from '@governance/iam';
import { type Mode, type Tier } from '@governance/rubric';

/** What an organization knows of one of its clients, in canonical form. */
export interface OrgClientDetails {
  /** Undefined for a client that was made for a result, until someone names it. */
  readonly name: string | undefined;
  readonly contactName: string | undefined;
  readonly contactEmail: string | undefined;
  /** The client's key in the organization's own system, unique in the organization. */
  readonly reference: string | undefined;
  /** In A-labels. Nothing proves it. */
  readonly domain: string | undefined;
  /** In lower case, sorted, each once. */
  readonly tags: readonly string[];
  /** The id of the member who looks after the client. The member may have left since. */
  readonly ownerId: string | undefined;
  /** The ids of the members who see the client beside account-admins, sorted; empty: every member who works with clients. */
  readonly memberIds: readonly string[];
  readonly isArchived: boolean;
}

/** A client of an organization: a company that the organization assesses (ADR 70). */
export interface OrgClient extends OrgClientDetails, ListPosition {
  /** The name that its newest named result declares, for a client without a name. It ends with the data of that result. */
  readonly declaredName: string | undefined;
  /** The newest of its results that counts, of any mode. A read has it. */
  readonly latestResult?: LatestResult;
  readonly updatedAt: Date;
}

/** `createdAt` is the time of the submission. */
export interface LatestResult extends ListPosition {
  readonly mode: Mode;
  readonly overallScore: number;
  readonly tier: Tier;
  readonly launchAllowed: boolean;
}

/** The name that people see. */
export function shownName({ name, declaredName }: OrgClient): string | undefined {
  return name ?? declaredName;
}

/** The details to change. An absent or undefined one stays; null removes it. A name is never removed. */
export type OrgClientChange = {
  readonly [Member in keyof OrgClientDetails]?:
    | OrgClientDetails[Member]
    | (Member extends 'name' ? never : undefined extends OrgClientDetails[Member] ? null : never)
    | undefined;
};

/** A client before its first details are set. */
export const emptyClient: OrgClientDetails = {
  name: undefined,
  contactName: undefined,
  contactEmail: undefined,
  reference: undefined,
  domain: undefined,
  tags: [],
  ownerId: undefined,
  memberIds: [],
  isArchived: false,
};

/** The details after a change. */
export function changedClient(before: OrgClientDetails, change: OrgClientChange): OrgClientDetails {
  const kept = <Value>(value: Value | null | undefined, former: Value): Value | undefined =>
    value === undefined ? former : (value ?? undefined);
  return {
    name: change.name ?? before.name,
    contactName: kept(change.contactName, before.contactName),
    contactEmail: kept(change.contactEmail, before.contactEmail),
    reference: kept(change.reference, before.reference),
    domain: kept(change.domain, before.domain),
    tags: change.tags ?? before.tags,
    ownerId: kept(change.ownerId, before.ownerId),
    memberIds: change.memberIds ?? before.memberIds,
    isArchived: change.isArchived ?? before.isArchived,
  };
}
