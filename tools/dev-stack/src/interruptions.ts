import { type EventEmitter } from 'node:events';

/** Copies of one Ctrl-C, forwarded by npm and other wrappers, arrive within this time. */
const sameKeyMs = 1_000;

/** Requests to stop, from a user or a supervisor. */
export interface Interruptions {
  /** Aborted by the first signal. */
  readonly stop: AbortSignal;
  /** Aborted by a second signal: stop at once. */
  readonly hurry: AbortSignal;
}

/** Listens for signals. Specs pass in `now` and `source`. */
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
