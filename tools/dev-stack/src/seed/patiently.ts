import { setTimeout as delay } from 'node:timers/promises';

/** A temporary refusal by a program that answers. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}

export interface Patience {
  /** Aborts waiting. */
  readonly signal: AbortSignal;
  readonly patienceMs?: number;
  readonly pauseMs?: number;
}

/**
 * Repeats work while it rejects with `NotYet`: programs have just started, on a machine that may be busy. Rejects with the
 * last attempt's error.
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
