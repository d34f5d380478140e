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

/** At the beginning of an overload connections are opened, which a load balancer keeps. */
const openingMs = 1_000;

export interface OverloadEvidence {
  readonly status: number;
  /** Requests per second, with what came of them, and the same of the lower rate that followed at once. */
  readonly overload: { readonly perSecond: number; readonly hits: readonly Hit[] };
  readonly after: { readonly perSecond: number; readonly hits: readonly Hit[] };
  /** In milliseconds: what is slower has not recovered. */
  readonly bound: number;
}

/** What a program does with more requests than it can serve, and after. */
export function overloadFigures({ status, overload, after, bound }: OverloadEvidence): OverloadReport {
  const { hits, perSecond } = overload;
  checkAnswers([...hits, ...after.hits], status);
  const latencies = plannedLatencies(hits, perSecond);
  const opened = hits.flatMap((hit, index) =>
    hit.sentAt < openingMs ? [] : [{ isServed: hit.status === status, latency: latencies[index] ?? 0 }],
  );
  const latenciesOf = (wanted: boolean): readonly number[] =>
    opened.filter((hit) => hit.isServed === wanted).map(({ latency }) => latency);
  const [served, refused] = [latenciesOf(true), latenciesOf(false)];
  const late = plannedLatencies(after.hits, after.perSecond);
  const isBad = (hit: Hit, index: number): boolean => hit.status !== status || (late[index] ?? 0) > bound;
  return {
    sent: perSecond,
    served: (served.length / opened.length) * perSecond,
    p99: percentile(served, 0.99),
    refusedP99: refused.length > 0 ? percentile(refused, 0.99) : 0,
    recoveredSeconds: Math.max(0, ...after.hits.filter(isBad).map(({ sentAt }) => sentAt)) / 1_000,
  };
}
