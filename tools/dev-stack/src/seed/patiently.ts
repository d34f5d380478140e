import { setTimeout as delay } from 'node:timers/promises';

/** Something that answers has said that it cannot for the moment. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}

export interface Patience {
  /** Ends waiting. */
  readonly signal: AbortSignal;
  readonly patienceMs?: number;
  readonly pauseMs?: number;
}

/**
 * Repeats work that can be repeated for as long as it rejects with `NotYet`: everything has just been started, on a machine
 * that may be busy. Rejects as the last attempt did.
 */
export async function patiently<Result>(
  work: () => Promise<Result>,
  { signal, patienceMs = 60_000, pauseMs = 500 }: Patience,
): Promise<Result> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NotYet) || performance.now() > until) throw error;
    }
    await delay(pauseMs, undefined, { signal });
  }
}
