import { type Spread } from './spread';

/** What a row promises about one figure. */
export interface Goal {
  /** Unique in its row; a row with one goal may leave it empty. */
  readonly name: string;
  /** With what it is compared, such as `bare Express + one INSERT: API CPU`. */
  readonly against: string;
  readonly bound: 'at most' | 'at least';
  readonly value: number;
  /** Of the figure; empty for a ratio. */
  readonly unit: '' | 'µs' | 'ms' | 's' | 'MiB';
}

/** `not judged`: the reference differed from itself, so that nothing can be said. */
export type Verdict = 'met' | 'missed' | 'not judged';

export function verdictOf({ bound, value }: Goal, { median }: Spread): Exclude<Verdict, 'not judged'> {
  return (bound === 'at most' ? median <= value : median >= value) ? 'met' : 'missed';
}

/**
 * Whether a short run shows that a goal which was met is met no more: it is missed by more than the figure spreads, in the
 * committed run or in this one.
 */
export function isLost(
  goal: Goal,
  { before, now }: { readonly before: Spread; readonly now: Spread },
): boolean {
  const slack = Math.max(spreadTowards(goal, before), spreadTowards(goal, now));
  return goal.bound === 'at most' ? now.median > goal.value + slack : now.median < goal.value - slack;
}

/** How far the figure strays from its median in the direction in which the goal is missed. */
function spreadTowards({ bound }: Goal, { median, p10, p90 }: Spread): number {
  return bound === 'at most' ? p90 - median : median - p10;
}
