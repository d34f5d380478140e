import { setTimeout as delay } from 'node:timers/promises';

/** A task that is repeated until it is stopped. All times are in milliseconds. */
export interface Repetition {
  readonly task: () => Promise<void>;
  /** Called with the rejection of the task, which is repeated nevertheless. */
  readonly onFailure: (error: unknown) => void;
  readonly pauseMs: number;
  /** The pause after the first failure. It doubles after each further failure, up to `longestRetryMs`. */
  readonly retryMs: number;
  readonly longestRetryMs: number;
}

/** Resolves after `ms`, or when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Runs the task at once and again after each pause. Resolves when the signal aborts and the current run is over. */
export async function repeat(
  { task, onFailure, pauseMs, retryMs, longestRetryMs }: Repetition,
  signal: AbortSignal,
  sleep: Sleep = sleepUntilAborted,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await task();
      failures = 0;
    } catch (error) {
      failures += 1;
      onFailure(error);
    }
    await sleep(failures === 0 ? pauseMs : Math.min(retryMs * 2 ** (failures - 1), longestRetryMs), signal);
  }
}

async function sleepUntilAborted(ms: number, signal: AbortSignal): Promise<void> {
  // Only the signal makes it reject.
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
