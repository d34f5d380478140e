import { leafHash } from '@governance/transparency';
import { type AuditEvent } from '../audit-event';

/** An event as it is stored until its retention ends. */
export interface SaltedEvent {
  readonly event: AuditEvent;
  /** Random. Without it, likely events could be compared with the hash that is left of a deleted one. */
  readonly salt: string;
}

/** The leaf of an event in the tree of its organization. */
export interface AuditLeaf {
  readonly index: number;
  readonly hash: Buffer;
  /** Undefined when the event was deleted: only its hash is left. */
  readonly content: LeafContent | undefined;
}

export type LeafContent = readonly (string | number | null)[];

const leafFormat = 'audit-event-1';

/** The number of members of a content. */
export const leafMembers = 15;

/**
 * The content of a leaf: the format, the organization, the salt and every member of the event. Its order never changes,
 * because signed tree heads depend on it.
 */
export function leafContent(orgId: string, { event, salt }: SaltedEvent): LeafContent {
  const { actor } = event;
  return [
    leafFormat,
    orgId,
    salt,
    event.id,
    event.createdAt.toISOString(),
    actor.kind,
    actor.issuer,
    actor.subject,
    actor.clientId ?? null,
    event.operation,
    event.target ?? null,
    event.outcome,
    event.reason ?? null,
    event.requestId,
    event.secondFactorAgeSeconds ?? null,
  ];
}

/** The hash of a leaf is that of its content as JSON without spaces. */
export function hashOfContent(content: LeafContent): Buffer {
  return Buffer.from(leafHash(Buffer.from(JSON.stringify(content))));
}
