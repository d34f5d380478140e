import { type Bench } from '../bench';
import { percentile } from '../measure/spread';
import { type Program } from '../processes/program';
import { type FixedRequest } from './requests';
import { attack, type Hit } from './vegeta';

export interface ConstantRate {
  readonly requests: readonly FixedRequest[];
  readonly perSecond: number;
  readonly amount: number;
}

/** Sends requests at equal intervals. */
export function attackAtRate(
  bench: Bench,
  program: Program,
  { requests, perSecond, amount }: ConstantRate,
): Promise<readonly Hit[]> {
  const seconds = amount / perSecond;
  const options = [`-rate=${amount}/${seconds}s`, `-duration=${seconds}s`];
  return attack(bench, program, { requests, options });
}

/** Resolves to the latencies in milliseconds. @throws if a status is not the expected one. */
export async function sendAtRate(
  bench: Bench,
  program: Program,
  { status, ...rate }: ConstantRate & { readonly status: number },
): Promise<{ readonly sent: number; readonly p50: number; readonly p99: number }> {
  const hits = await attackAtRate(bench, program, rate);
  const wrong = hits.find((hit) => hit.status !== status);
  if (wrong) throw new Error(`not ${status}: ${JSON.stringify(wrong)}\n${program.output()}`);
  program.answered += hits.length;
  const latencies = plannedLatencies(hits, rate.perSecond);
  return { sent: hits.length, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
}

/**
 * Counted from the planned time of each request, so that a late one counts as slow (no coordinated omission). The load generator
 * sends none before its time: the least late one shows when the plan began.
 */
export function plannedLatencies(
  hits: readonly Pick<Hit, 'number' | 'sentAt' | 'latencyMs'>[],
  perSecond: number,
): readonly number[] {
  const plannedAt = ({ number }: Pick<Hit, 'number'>): number => (number * 1_000) / perSecond;
  const began = hits.reduce((least, hit) => Math.min(least, hit.sentAt - plannedAt(hit)), Infinity);
  return hits.map((hit) => hit.sentAt + hit.latencyMs - plannedAt(hit) - began);
}
