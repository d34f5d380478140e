import { isMemberId } from '../members/member-id';
import { type Caller } from './caller';

/** Who looks at an organization's clients, and at what belongs to them (ADR 73). */
export interface OrgViewer {
  readonly orgId: string;
  /** `unassigned`: the clients that no member is assigned to. A member sees these, and those that they are assigned to. */
  readonly sees: 'all' | 'unassigned' | { readonly member: string };
}

/** The viewer of the service itself and of an operator's command. */
export function everythingOf(orgId: string): OrgViewer {
  return { orgId, sees: 'all' };
}

/**
 * An account-admin sees all clients. Permissions decide, because issuers choose the names of roles: who reads the members of the
 * organization is an account-admin, also with a token that only reads. A machine is assigned to no client.
 */
export function viewerOf(caller: Caller & { readonly orgId: string }): OrgViewer {
  const { kind, orgId, permissions, subject } = caller;
  if (kind === 'machine') return { orgId, sees: 'unassigned' };
  if (permissions.has('org:members:read')) return everythingOf(orgId);
  return { orgId, sees: isMemberId(subject) ? { member: subject } : 'unassigned' };
}
