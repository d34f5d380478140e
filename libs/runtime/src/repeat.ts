import { setTimeout as delay } from 'node:timers/promises';

/** Something to do now and then, until it is told to stop. All times are milliseconds. */
export interface Repetition {
  readonly task: () => Promise<void>;
  /** Told whatever the task rejects with; the task is repeated all the same. */
  readonly onFailure: (error: unknown) => void;
  readonly pauseMs: number;
  /** The pause after a first failure; after each further one it is twice as long, up to `longestRetryMs`. */
  readonly retryMs: number;
  readonly longestRetryMs: number;
}

/** Resolves after so many milliseconds, or when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Runs the task at once and then again after each pause. Resolves when the signal aborts and the task is not under way. */
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
  // It rejects only because of the signal.
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
