import { canonicalAddress, canonicalDomain } from '@governance/deliveries';
import { isMemberId } from '@governance/iam';
import { canonicalName, checkName, nameProblem, RuleViolation } from '@governance/kernel';
import { type OrgClientChange } from './org-client';

export const longestReference = 64;
export const mostTags = 10;
export const longestTag = 40;
export const mostMembers = 50;

/** The requested details, as clients send them. Absent: it stays; null: it is removed. */
export interface OrgClientRequest {
  readonly name?: string | undefined;
  readonly contactName?: string | null | undefined;
  readonly contactEmail?: string | null | undefined;
  readonly reference?: string | null | undefined;
  readonly domain?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly ownerId?: string | null | undefined;
  readonly memberIds?: readonly string[] | undefined;
  readonly isArchived?: boolean | undefined;
}

/** The change of a request, in canonical form. Whether its ids are those of members is not examined. Throws `RuleViolation`. */
export function checkClientChange(request: OrgClientRequest): OrgClientChange {
  return {
    name: request.name === undefined ? undefined : checkName('name', request.name),
    contactName: given(request.contactName, (text) => checkName('contact_name', text)),
    contactEmail: given(request.contactEmail, checkEmail),
    reference: given(request.reference, checkReference),
    domain: given(request.domain, checkDomain),
    tags: request.tags && checkTags(request.tags),
    ownerId: given(request.ownerId, checkOwner),
    memberIds: request.memberIds && checkMembers(request.memberIds),
    isArchived: request.isArchived,
  };
}

function given(text: string | null | undefined, check: (text: string) => string): string | null | undefined {
  return typeof text === 'string' ? check(text) : text;
}

function checkEmail(text: string): string {
  const address = canonicalAddress(text);
  if (address === undefined) throw new RuleViolation('contact_email must be an email');
  return address;
}

function checkReference(text: string): string {
  const reference = canonicalName(text);
  const problem = nameProblem(reference, longestReference);
  if (problem !== undefined) throw new RuleViolation(`reference ${problem}`);
  return reference;
}

function checkDomain(text: string): string {
  const domain = canonicalDomain(text.trim());
  if (domain === undefined) throw new RuleViolation('domain must be a domain, such as acme.example');
  return domain;
}

function checkTags(texts: readonly string[]): readonly string[] {
  const tags = [...new Set(texts.map(canonicalTag))].toSorted();
  if (tags.length > mostTags) throw new RuleViolation(`tags must have at most ${mostTags} texts`);
  return tags;
}

/** Tags of a file are separated by semicolons, and commas look like it. Throws `RuleViolation`. */
export function canonicalTag(text: string): string {
  const tag = canonicalName(text).toLowerCase();
  const problem = nameProblem(tag, longestTag);
  if (problem !== undefined) throw new RuleViolation(`each tag ${problem}`);
  if (/[,;]/.test(tag)) throw new RuleViolation('each tag must have no comma or semicolon');
  return tag;
}

function checkOwner(text: string): string {
  if (!isMemberId(text)) throw new RuleViolation(ownerRefused);
  return text;
}

function checkMembers(ids: readonly string[]): readonly string[] {
  const members = [...new Set(ids)].toSorted();
  if (members.length > mostMembers)
    throw new RuleViolation(`member_ids must have at most ${mostMembers} ids`);
  if (!members.every(isMemberId)) throw new RuleViolation(membersRefused);
  return members;
}

/** Also of an id that no member of the organization has, like the text below. */
export const membersRefused = 'member_ids must be ids of members of the organization';

export const ownerRefused = 'owner_id must be the id of a member of the organization';
