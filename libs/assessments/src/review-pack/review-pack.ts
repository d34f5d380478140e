import { type Answers, type Mode, type Tier } from '@governance/rubric';
import { type Evidence } from '../evidence/evidence';

/** The result that a pack is about. Everything that follows from the answers is computed when the pack is printed. */
export interface ReviewedResult {
  readonly id: string;
  readonly createdAt: Date;
  readonly mode: Mode;
  readonly rubricVersion: string;
  readonly answers: Answers;
}

/** An earlier result of the same client and mode. `answers` is undefined if it has other questions. */
export interface EarlierReview {
  readonly createdAt: Date;
  readonly overallScore: number;
  readonly tier: Tier;
  readonly answers: Answers | undefined;
}

/** What a review pack is printed from: a client, its newest result, how it got there, and its evidence. No contact. */
export interface ReviewPack {
  readonly client: {
    readonly id: string;
    readonly name: string | undefined;
    readonly reference: string | undefined;
    readonly domain: string | undefined;
  };
  readonly result: ReviewedResult;
  /** Newest first, at most `mostEarlier`. */
  readonly earlier: readonly EarlierReview[];
  readonly evidence: Evidence;
}

export const mostEarlier = 11;

/** The form in which a pack waits for its print. Equal packs have equal texts. */
export function textOfPack(pack: ReviewPack): string {
  return JSON.stringify(pack);
}

export function packOfText(text: string): ReviewPack {
  return JSON.parse(text, (name, value: unknown) =>
    name === 'createdAt' ? new Date(String(value)) : value,
  ) as ReviewPack;
}
