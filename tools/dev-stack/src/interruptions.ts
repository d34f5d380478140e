import { type EventEmitter } from 'node:events';

/** The copies of one Ctrl-C that npm and the wrappers between us hand on arrive within this time. */
const sameKeyMs = 1_000;

/** The wish to stop, from a person or a supervisor. */
export interface Interruptions {
  /** Aborted by the first signal. */
  readonly stop: AbortSignal;
  /** Aborted by a second signal: at once, please. */
  readonly hurry: AbortSignal;
}

/** Listens for signals. `now` and `source` are passed in by specs. */
export function listenForInterruptions(
  source: EventEmitter = process,
  now: () => number = () => performance.now(),
): Interruptions {
  const stop = new AbortController();
  const hurry = new AbortController();
  let first: number | undefined;
  const onSignal = () => {
    first ??= now();
    if (!stop.signal.aborted) stop.abort(new Error('Stopped.'));
    else if (now() - first > sameKeyMs) hurry.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) source.on(signal, onSignal);
  return { stop: stop.signal, hurry: hurry.signal };
}
