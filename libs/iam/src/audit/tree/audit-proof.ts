import { GrowingTree, sameHash } from '@governance/transparency';
import { type AuditLeaf, hashOfContent, type LeafContent } from './audit-leaf';
import { parseProofLine } from './audit-proof-line';
import { type TreeHead } from './tree-head';

/**
 * `tampered`: the proof contradicts itself or its signed heads. `unsigned`: it does not, and has no signed head, so it proves
 * nothing yet. `no-proof`: the file is something else.
 */
export type ProofOutcome = 'genuine' | 'unsigned' | 'tampered' | 'no-proof';

export interface ProofFindings {
  readonly outcome: ProofOutcome;
  /** What was tampered with, one sentence each. Empty when nothing was. */
  readonly problems: readonly string[];
  /** What the proof shows. */
  readonly facts: readonly string[];
}

/** Reads a signed tree head. Rejects when the trusted issuer did not sign it. */
export type ReadTreeHead = (jws: string) => Promise<TreeHead>;

/** A proof, read line by line. It keeps 32 bytes of each leaf. */
export class AuditProof {
  private orgId: string | undefined;
  private readonly hashes = new Map<number, Buffer>();
  private readonly heads: TreeHead[] = [];
  private readonly problems: string[] = [];
  private lines = 0;
  private highest = -1;
  private events = 0;
  private deleted = 0;

  constructor(private readonly readHead: ReadTreeHead) {}

  async take(text: string): Promise<void> {
    this.lines += 1;
    const line = parseProofLine(text);
    if (line === undefined || (line.kind === 'start') !== (this.lines === 1)) {
      this.problems.push(`Line ${this.lines} does not belong to a proof`);
    } else if (line.kind === 'start') {
      this.orgId = line.orgId;
    } else if (line.kind === 'leaf') {
      this.takeLeaf(line);
    } else {
      await this.takeHead(line.jws);
    }
  }

  findings(): ProofFindings {
    const problems = [...this.problems, ...this.missing(), ...this.comparedWithHeads()];
    const last = this.lastHead();
    if (this.orgId === undefined) return { outcome: 'no-proof', problems, facts: [] };
    if (last === undefined)
      return { outcome: problems.length > 0 ? 'tampered' : 'unsigned', problems, facts: [] };
    const later = this.highest + 1 - last.size;
    const facts = [
      `Checked ${this.events} events of ${last.orgId} (${this.deleted} deleted)`,
      `The last signed tree head has ${last.size} events, up to ${last.at.toISOString()}`,
      ...(later > 0 ? [`${later} later events are in no signed tree head yet`] : []),
    ];
    return { outcome: problems.length > 0 ? 'tampered' : 'genuine', problems, facts };
  }

  private takeLeaf({ index, hash, content }: AuditLeaf): void {
    if (this.hashes.has(index)) {
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
      if (head.orgId === this.orgId) this.heads.push(head);
      else this.problems.push(`Line ${this.lines} has a tree head of another organization`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.problems.push(`Line ${this.lines} has no genuine tree head: ${reason}`);
    }
  }

  private lastHead(): TreeHead | undefined {
    return this.heads.toSorted((a, b) => a.size - b.size).at(-1);
  }

  private missing(): string[] {
    const size = Math.max(this.highest + 1, this.lastHead()?.size ?? 0);
    const indexes = Array.from({ length: size }, (_, index) => index).filter(
      (index) => !this.hashes.has(index),
    );
    return rangesOf(indexes).map(([first, last]) =>
      first === last ? `Event ${first} was removed` : `Events ${first} to ${last} were removed`,
    );
  }

  /** Up to the first head that the leaves do not have, or the first leaf that is missing. */
  private comparedWithHeads(): string[] {
    const tree = new GrowingTree();
    let genuine = 0;
    for (const head of this.heads.toSorted((a, b) => a.size - b.size)) {
      while (tree.size < head.size) {
        const hash = this.hashes.get(tree.size);
        if (hash === undefined) return [];
        tree.append(hash);
      }
      if (!sameHash(tree.root(), head.root)) {
        const range =
          genuine === head.size - 1 ? `Event ${genuine} is` : `Events ${genuine} to ${head.size - 1} are`;
        return [
          `${range} not those of the tree head of ${head.at.toISOString()}: changed or replaced with their hashes`,
        ];
      }
      genuine = head.size;
    }
    return [];
  }
}

/** Consecutive numbers as ranges. */
function rangesOf(numbers: readonly number[]): readonly (readonly [first: number, last: number])[] {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range?.[1] === number - 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}
