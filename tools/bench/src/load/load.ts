import autocannon, { type LoadRequest } from 'autocannon';
import { median } from '../measure/spread';

/** What is sent: the same again and again, or what `setupRequest` makes of it. */
export type Sent = LoadRequest;

export interface Load {
  readonly origin: string;
  readonly request: Sent;
  readonly connections: number;
  readonly amount: number;
  readonly expectedStatus: number;
  /** Stands in every body. */
  readonly expectedText?: string | undefined;
}

export interface LoadAnswer {
  readonly p50Ms: number;
  readonly perSecond: number;
}

/**
 * Sends `amount` requests over `connections`.
 * @throws when one of them is not answered as expected.
 */
export async function sendLoad(load: Load): Promise<LoadAnswer> {
  const { origin, request, connections, amount, expectedStatus, expectedText = '' } = load;
  const began = performance.now();
  let ended = began;
  // Its own histogram counts whole milliseconds.
  const latencies: number[] = [];
  const run = autocannon({
    url: origin,
    connections,
    amount,
    verifyBody: (body) => body.includes(expectedText),
    sampleInt: 20,
    requests: [request],
  });
  void run.on('response', (...response) => {
    latencies.push(response[3]);
    ended = performance.now();
  });
  const { errors, timeouts, mismatches, statusCodeStats } = await run;
  const expected = statusCodeStats[String(expectedStatus)]?.count ?? 0;
  if (expected !== amount || errors + timeouts + mismatches > 0) {
    const seen = JSON.stringify({ errors, timeouts, mismatches, statuses: statusCodeStats });
    throw new Error(`${origin} did not answer ${amount} times ${expectedStatus}: ${seen}`);
  }
  return { p50Ms: median(latencies), perSecond: (amount / (ended - began)) * 1_000 };
}
