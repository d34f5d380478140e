import { type Exchange } from '@governance/testing';

/** A run on one surface. Requests a second, and times in milliseconds since the overload began. */
export interface OverloadEvidence {
  /** Answered by the service before and after the overload, by clients that each wait for their answer. */
  readonly capacities: readonly number[];
  readonly overloadSeconds: number;
  /** During the overload, and at half of the capacity after it. */
  readonly exchanges: readonly Exchange[];
  /** The share of its time in which the core of the generator and PostgreSQL was idle, from 0 to 1. */
  readonly loadCoreIdle: number;
  readonly unclear: readonly string[];
  readonly acknowledged: number;
  /** How many of those that were acknowledged are stored. */
  readonly stored: number;
}

export interface OverloadFigures {
  readonly capacity: number;
  readonly offered: number;
  /** Successful answers a second, and their share of the capacity. */
  readonly goodput: number;
  readonly share: number;
  readonly refused: number;
  readonly unanswered: number;
  /** The waits of successful answers and of refusals. */
  readonly waited: Spread;
  readonly refusedAfter: Spread;
  /** From the end of the overload until the last request was sent that was refused, or the last second in which most waited long. */
  readonly recoveredMs: number;
}

interface Spread {
  readonly median: number;
  readonly p99: number;
}

/** The promises of docs/reliability.md. */
export const goals = { share: 0.8, waitedMs: 2_000, recoveredMs: 5_000 };
/** A wait after the overload that still counts as its effect, if it is that of most requests of a second. */
const longMs = 250;
/** With less, the generator or PostgreSQL limited the figures, not the service. */
const leastIdle = 0.1;

const hasSucceeded = ({ status }: Exchange): boolean => status >= 200 && status < 300;
const isRefused = ({ status }: Exchange): boolean => status === 503;

function spreadOf(exchanges: readonly Exchange[]): Spread {
  const waits = exchanges.map(({ waitedMs }) => waitedMs).toSorted((one, other) => one - other);
  const at = (share: number): number => waits[Math.floor((waits.length - 1) * share)] ?? 0;
  return { median: at(0.5), p99: at(0.99) };
}

export function figuresOf(evidence: OverloadEvidence): OverloadFigures {
  const { capacities, overloadSeconds, exchanges } = evidence;
  const endMs = overloadSeconds * 1_000;
  const overload = exchanges.filter(({ sentAt }) => sentAt < endMs);
  const capacity = capacities.reduce((sum, each) => sum + each, 0) / capacities.length;
  const [succeeded, refused] = [overload.filter(hasSucceeded), overload.filter(isRefused)];
  const goodput = succeeded.length / overloadSeconds;
  return {
    capacity,
    offered: overload.length / overloadSeconds,
    goodput,
    share: goodput / capacity,
    refused: refused.length / overloadSeconds,
    unanswered: overload.length - succeeded.length - refused.length,
    waited: spreadOf(succeeded),
    refusedAfter: spreadOf(refused),
    recoveredMs: recoveryOf(
      exchanges
        .filter(({ sentAt }) => sentAt >= endMs)
        .map((each) => ({ ...each, sentAt: each.sentAt - endMs })),
    ),
  };
}

/** `afterwards` has times since the end of the overload. */
function recoveryOf(afterwards: readonly Exchange[]): number {
  const seconds = Map.groupBy(afterwards, ({ sentAt }) => Math.floor(sentAt / 1_000));
  const slow = [...seconds].filter(([, exchanges]) => spreadOf(exchanges).median > longMs);
  const failed = afterwards.filter((exchange) => !hasSucceeded(exchange));
  return Math.max(0, ...slow.map(([second]) => (second + 1) * 1_000), latestOf(failed));
}

/** Answers are recorded in the order in which they came. */
function latestOf(exchanges: readonly Exchange[]): number {
  return exchanges.reduce((latest, { sentAt }) => Math.max(latest, sentAt), 0);
}

/** What was promised and not kept. */
export function findingsOf(evidence: OverloadEvidence): readonly string[] {
  const { share, unanswered, waited, refusedAfter, recoveredMs } = figuresOf(evidence);
  const { loadCoreIdle, unclear, acknowledged, stored } = evidence;
  const rules: readonly (readonly [isBroken: boolean, text: string])[] = [
    [
      loadCoreIdle < leastIdle,
      `the core of the load was idle ${Math.round(loadCoreIdle * 100)} % of its time`,
    ],
    [share < goals.share, `goodput fell to ${Math.round(share * 100)} % of the capacity`],
    [unanswered > 0, `${unanswered} requests had no answer, or neither a success nor a refusal`],
    [waited.p99 > goals.waitedMs, `successful requests waited ${Math.round(waited.p99)} ms`],
    [refusedAfter.p99 > waited.p99 + longMs, `refusals came after ${Math.round(refusedAfter.p99)} ms`],
    [recoveredMs > goals.recoveredMs, `recovery took ${Math.round(recoveredMs)} ms`],
    [unclear.length > 0, `an unclear refusal: ${unclear[0] ?? ''}`],
    [stored < acknowledged, `${acknowledged - stored} acknowledged submissions are lost`],
  ];
  return rules.flatMap(([isBroken, text]) => (isBroken ? [text] : []));
}
