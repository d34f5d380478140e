import { type Hash } from '@governance/transparency';
import { type AuditLeaf } from './audit-leaf';
import { type EarlierTree } from './audit-proof-line';
import { type TreeHead } from './tree-head';

/** The trees of audit events. All methods reject with `StoreUnavailable`. */
export abstract class AuditTrees {
  /** The organizations with events that are in no tree, and whose last tree head is older than `before`. */
  abstract due(before: Date): Promise<readonly string[]>;

  /** The organizations that have asked for a head since their last sealing. */
  abstract requested(): Promise<readonly string[]>;

  /**
   * Adds the organization's new events to its tree, and a head that is to be signed. Undefined when there is no new event.
   * Answers a request. Runs of several programs wait for each other.
   */
  abstract seal(orgId: string, at: Date): Promise<TreeHead | undefined>;

  abstract forOrg(orgId: string): OrgAuditTree;
}

/** The tree of one organization. */
export abstract class OrgAuditTree {
  /** At most `limit` leaves, from this one on. */
  abstract leaves(from: number, limit: number): Promise<readonly AuditLeaf[]>;

  /** Asks for a head of all events so far. Another program makes it soon, and a third one signs it. */
  abstract requestSeal(): Promise<void>;

  /** The signed heads of trees with at least this many leaves as JWS, smallest tree first. */
  abstract signedHeads(from: number): Promise<readonly string[]>;

  /**
   * What stands for the leaves before this one, from O(log size) hashes. Undefined when the tree was never so large. Rejects with
   * `StoreUnavailable` also while a hash is missing, which the next sealing makes.
   */
  abstract earlier(size: number): Promise<EarlierTree | undefined>;
}

export interface UnsignedHead extends TreeHead {
  /** Whether the organization has a signed head. */
  readonly hasSigned: boolean;
}

/** The tree heads of all organizations, for the program that signs them. All methods reject with `StoreUnavailable`. */
export abstract class TreeHeads {
  /** At most `limit` heads without a signature that follow this one: by organization, the smallest tree first. */
  abstract unsigned(limit: number, after?: TreeHead): Promise<readonly UnsignedHead[]>;

  /** Shows that the tree begins with that of the smaller size (RFC 9162). Rejects with `MissingTile` without its hashes. */
  abstract consistencyPath(tree: Pick<TreeHead, 'orgId' | 'size'>, earlier: number): Promise<readonly Hash[]>;

  /** Keeps the first signature. */
  abstract keep(head: TreeHead, jws: string): Promise<void>;
}
