import { type Exchange, type LoadResult } from '@governance/testing';
import { plannedLatencies } from '../load/constant-rate';
import { type Hit } from '../load/vegeta';
import { percentile } from '../measure/spread';
import { type LoopReport, type OverloadReport } from '../report/growth';

const refusal = 503;

/** @throws if a request was neither served nor refused because of overload, or a refusal does not say when to retry. */
function checkAnswers(hits: readonly Hit[], status: number): void {
  const isClear = (hit: Hit): boolean => hit.status === refusal && /^retry-after: \d/im.test(hit.headers);
  const wrong = hits.find((hit) => hit.status !== status && !isClear(hit));
  if (wrong) throw new Error(`neither ${status} nor a clear refusal: ${JSON.stringify(wrong)}`);
}

const isServed =
  (status: number) =>
  (hit: Hit): boolean =>
    hit.status === status;

/** Of connections that each wait for their response. */
export function loopFigures(hits: readonly Hit[], status: number): Omit<LoopReport, 'connections'> {
  checkAnswers(hits, status);
  const served = hits.filter(isServed(status));
  const latencies = served.map(({ latencyMs }) => latencyMs);
  const endsAt = served.reduce((end, hit) => Math.max(end, hit.sentAt + hit.latencyMs), 0);
  return {
    perSecond: (served.length / endsAt) * 1_000,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    refused: hits.length - served.length,
  };
}

/** Of requests at a constant rate, from their planned time. */
export function rateFigures(
  hits: readonly Hit[],
  { status, perSecond }: { readonly status: number; readonly perSecond: number },
): { readonly p99: number; readonly refused: number } {
  checkAnswers(hits, status);
  const refused = hits.filter((hit) => !isServed(status)(hit)).length;
  return { p99: percentile(plannedLatencies(hits, perSecond), 0.99), refused };
}

export interface OverloadEvidence {
  readonly status: number;
  /** Requests per second, and for how long; then a lower rate follows at once. */
  readonly perSecond: number;
  readonly seconds: number;
  readonly result: LoadResult;
  /** In milliseconds: what is slower has not recovered. */
  readonly bound: number;
}

/** What a program does with more requests than it can serve, and after. @throws like the others. */
export function overloadFigures({
  status,
  perSecond,
  seconds,
  result: { exchanges, unclear },
  bound,
}: OverloadEvidence): OverloadReport {
  const endMs = seconds * 1_000;
  const isAnswered = (each: Exchange): boolean => each.status === status || each.status === refusal;
  const wrong = unclear[0] ?? exchanges.find((each) => !isAnswered(each));
  if (wrong) throw new Error(`neither ${status} nor a clear refusal: ${JSON.stringify(wrong)}`);
  const during = exchanges.filter(({ sentAt }) => sentAt < endMs);
  const waitsOf = (wanted: number): readonly number[] =>
    during.filter((each) => each.status === wanted).map(({ waitedMs }) => waitedMs);
  const [served, refused] = [waitsOf(status), waitsOf(refusal)];
  const bad = exchanges.filter(
    (each) => each.sentAt >= endMs && (each.status !== status || each.waitedMs > bound),
  );
  return {
    sent: perSecond,
    served: served.length / seconds,
    p99: percentile(served, 0.99),
    refusedP99: refused.length > 0 ? percentile(refused, 0.99) : 0,
    recoveredSeconds: bad.reduce((latest, { sentAt }) => Math.max(latest, sentAt - endMs), 0) / 1_000,
  };
}
