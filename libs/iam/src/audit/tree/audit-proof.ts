import { CompactTree, sameHash } from '@governance/transparency';
import { type AuditLeaf, hashOfContent, type LeafContent } from './audit-leaf';
import { type EarlierTree, parseProofLine } from './audit-proof-line';
import { type TreeHead } from './tree-head';

/**
 * `tampered`: the proof contradicts itself or its signed heads. `unsigned`: it does not, and has no signed head, so it proves
 * nothing yet. `incomplete`: it goes on from an earlier proof than the reader knows. `no-proof`: the file is something else.
 */
export type ProofOutcome = 'genuine' | 'unsigned' | 'incomplete' | 'tampered' | 'no-proof';

export interface ProofFindings {
  readonly outcome: ProofOutcome;
  /** What was tampered with, one sentence each. Empty when nothing was. */
  readonly problems: readonly string[];
  /** What the proof shows. */
  readonly facts: readonly string[];
  /** The largest signed tree. */
  readonly head?: TreeHead;
}

/** What the reader of a proof knows already. */
export interface KnownTree {
  readonly orgId?: string;
  /** Heads of an earlier proof, which the tree must still have. */
  readonly heads?: readonly TreeHead[];
}

/** Reads a signed tree head. Rejects when the trusted issuer did not sign it. */
export type ReadTreeHead = (jws: string) => Promise<TreeHead>;

/** A proof, read line by line. It keeps 32 bytes of each leaf. */
export class AuditProof {
  private orgId: string | undefined;
  private earlier: EarlierTree = { size: 0, subtrees: [] };
  private readonly hashes = new Map<number, Buffer>();
  private readonly heads: TreeHead[] = [];
  private readonly problems: string[] = [];
  private lines = 0;
  private highest = -1;
  private events = 0;
  private deleted = 0;

  constructor(
    private readonly readHead: ReadTreeHead,
    private readonly known: KnownTree = {},
  ) {}

  async take(text: string): Promise<void> {
    this.lines += 1;
    const line = parseProofLine(text);
    if (line === undefined || (line.kind === 'start') !== (this.lines === 1)) {
      this.problems.push(`Line ${this.lines} does not belong to a proof`);
    } else if (line.kind === 'start') {
      this.orgId = line.orgId;
      this.earlier = line.earlier ?? this.earlier;
    } else if (line.kind === 'leaf') {
      this.takeLeaf(line);
    } else {
      await this.takeHead(line.jws);
    }
  }

  findings(): ProofFindings {
    const problems = [
      ...this.problems,
      ...this.otherOrganization(),
      ...this.missing(),
      ...this.comparedWithHeads(),
    ];
    const last = this.lastHead();
    if (this.orgId === undefined) return { outcome: 'no-proof', problems, facts: [] };
    const isTampered = problems.length > 0;
    if (last === undefined) return { outcome: isTampered ? 'tampered' : 'unsigned', problems, facts: [] };
    const later = this.highest + 1 - last.size;
    const { size: first } = this.earlier;
    const facts = [
      `Checked ${this.events} events of ${last.orgId}${first > 0 ? ` after the first ${first}` : ''} (${this.deleted} deleted)`,
      `The last signed tree head has ${last.size} events, up to ${last.at.toISOString()}`,
      ...(later > 0 ? [`${later} later events are in no signed tree head yet`] : []),
      ...this.memory(),
      ...this.clockSteps(),
    ];
    if (isTampered) return { outcome: 'tampered', problems, facts, head: last };
    return { outcome: this.isComplete() ? 'genuine' : 'incomplete', problems, facts, head: last };
  }

  /** Whether the reader has a head of every event that is not in the proof. */
  private isComplete(): boolean {
    const known = Math.max(0, ...this.earlierHeads().map(({ size }) => size));
    return this.earlier.size <= known;
  }

  private takeLeaf({ index, hash, content }: AuditLeaf): void {
    if (this.hashes.has(index) || index < this.earlier.size) {
      this.problems.push(`Event ${index} is there twice`);
      return;
    }
    if (index < this.highest)
      this.problems.push(`Event ${index} was reordered: it follows event ${this.highest}`);
    this.highest = Math.max(this.highest, index);
    this.hashes.set(index, hash);
    if (content !== undefined) this.takeContent(index, hash, content);
    else if (this.events === 0) this.deleted += 1;
    // Retention deletes the oldest events first.
    else this.problems.push(`Event ${index} was removed: only its hash is left, but older events are there`);
  }

  private takeContent(index: number, hash: Buffer, content: LeafContent): void {
    this.events += 1;
    if (hashOfContent(content).equals(hash)) return;
    const [, , , id, at, , , , , operation] = content;
    this.problems.push(`Event ${index} was changed: ${String(operation)} of ${String(at)} (${String(id)})`);
  }

  private async takeHead(jws: string): Promise<void> {
    try {
      const head = await this.readHead(jws);
      if (head.orgId !== this.orgId)
        this.problems.push(`Line ${this.lines} has a tree head of another organization`);
      else if (head.size < this.earlier.size)
        this.problems.push(`Line ${this.lines} has a tree head from before the proof`);
      else this.heads.push(head);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.problems.push(`Line ${this.lines} has no genuine tree head: ${reason}`);
    }
  }

  private otherOrganization(): readonly string[] {
    const expected = [this.known.orgId, ...this.earlierHeads().map(({ orgId }) => orgId)];
    const isOther = expected.some((orgId) => orgId !== undefined && orgId !== this.orgId);
    return isOther ? [`The proof is of another organization: ${String(this.orgId)}`] : [];
  }

  /** Since when the signer compares heads: a later time than in an earlier head means that it lost its memory. */
  private memory(): readonly string[] {
    const heads = this.allHeads();
    const times = new Set(heads.flatMap(({ rememberedSince }) => rememberedSince?.toISOString() ?? []));
    const since = heads.at(-1)?.rememberedSince?.toISOString();
    if (since === undefined)
      return ['The signer compares no tree head with the one before: compare this proof with an earlier one'];
    return times.size > 1
      ? [`The signer lost its memory of the tree before ${since}: compare with a proof from before`]
      : [`Since ${since}, the signer has compared each tree head with the one before`];
  }

  private clockSteps(): readonly string[] {
    const heads = this.allHeads();
    return heads
      .filter(({ at }, place) => at < (heads[place - 1]?.at ?? at))
      .map(
        ({ size, at }) =>
          `The tree head of ${size} events is dated before a smaller one: ${at.toISOString()}`,
      );
  }

  private allHeads(): readonly TreeHead[] {
    return [...this.earlierHeads(), ...this.heads].toSorted(bySize);
  }

  private earlierHeads(): readonly TreeHead[] {
    return this.known.heads ?? [];
  }

  private lastHead(): TreeHead | undefined {
    return this.heads.toSorted(bySize).at(-1);
  }

  private missing(): string[] {
    const size = Math.max(
      this.highest + 1,
      ...[...this.heads, ...this.earlierHeads()].map((head) => head.size),
    );
    return this.gapsBefore(size).map(([first, last]) =>
      first === last ? `Event ${first} was removed` : `Events ${first} to ${last} were removed`,
    );
  }

  /** The events that are not there, as ranges. */
  private gapsBefore(size: number): readonly (readonly [first: number, last: number])[] {
    const gaps: [number, number][] = [];
    let next = this.earlier.size;
    for (const index of [...this.hashes.keys()].toSorted((one, other) => one - other).concat(size)) {
      if (index > next) gaps.push([next, index - 1]);
      next = index + 1;
    }
    return gaps;
  }

  /** Up to the first head that the leaves do not have, or the first leaf that is missing. */
  private comparedWithHeads(): string[] {
    const { size, subtrees } = this.earlier;
    const tree = new CompactTree(size, subtrees);
    let genuine = 0;
    const earlier = new Set(this.earlierHeads());
    const heads = [...this.heads, ...earlier].filter((head) => head.size >= size);
    for (const head of heads.toSorted(bySize)) {
      while (tree.size < head.size) {
        const hash = this.hashes.get(tree.size);
        if (hash === undefined) return [];
        tree.append(hash);
      }
      if (!sameHash(tree.root(), head.root)) {
        const range =
          genuine === head.size - 1 ? `Event ${genuine} is` : `Events ${genuine} to ${head.size - 1} are`;
        const [where, what] = earlier.has(head)
          ? [' in the earlier proof', 'the history was rewritten']
          : ['', 'changed or replaced with their hashes'];
        return [`${range} not those of the tree head of ${head.at.toISOString()}${where}: ${what}`];
      }
      genuine = head.size;
    }
    return [];
  }
}

const bySize = (one: TreeHead, other: TreeHead): number => one.size - other.size;
