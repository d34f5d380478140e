import { ConnectionError } from '../connection-error';
import { networkReason } from './network-reason';
import { isTemporary, retryAfterOf, retryDelay, type RetryOptions } from './retry-policy';
import { wait } from './wait';

export interface SenderOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly retry: RetryOptions;
}

export interface Sending {
  readonly signal: AbortSignal | undefined;
  /** The time limit of each attempt. */
  readonly timeoutMs: number;
  /** Whether a repeated request has the same effect as a single one. */
  readonly repeatable: boolean;
  /** Whether the caller reads the body as it arrives: the time limit then ends with the headers. */
  readonly streamed?: boolean;
}

const withoutBody = [204, 205, 304];

/** Sends a request, again if that is safe and may help. Resolves to the last response, of any status. */
export class Sender {
  constructor(private readonly options: SenderOptions) {}

  async send(request: Request, sending: Sending): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.attempt(request, sending);
      const delay = sending.repeatable ? this.delayAfter(outcome, attempt) : undefined;
      if (delay !== undefined) {
        await wait(delay, sending.signal);
        continue;
      }
      if (outcome instanceof ConnectionError) throw outcome;
      return outcome;
    }
  }

  /** The wait before the next attempt; undefined if this outcome is final. */
  private delayAfter(outcome: Response | ConnectionError, attempt: number): number | undefined {
    const random = Math.random();
    if (outcome instanceof ConnectionError) return retryDelay(this.options.retry, attempt, { random });
    // After an attempt without a response, a conflict means that the first one is still running.
    const isRunning = outcome.status === 409 && attempt > 1;
    if (!isTemporary(outcome.status) && !isRunning) return undefined;
    const retryAfterSeconds = retryAfterOf(outcome.headers, Date.now());
    return retryDelay(this.options.retry, attempt, { retryAfterSeconds, random });
  }

  /** @throws the reason of the caller's signal, if that ended the attempt. */
  private async attempt(request: Request, sending: Sending): Promise<Response | ConnectionError> {
    const { signal, timeoutMs, streamed = false } = sending;
    signal?.throwIfAborted();
    const limit = new AbortController();
    const timer = setTimeout(() => {
      limit.abort();
    }, timeoutMs);
    const signals = signal ? [signal, limit.signal] : [limit.signal];
    try {
      const response = await this.options.fetch(request.clone(), { signal: AbortSignal.any(signals) });
      return streamed ? response : await readWhole(response);
    } catch (cause) {
      signal?.throwIfAborted();
      const { origin } = new URL(request.url);
      return limit.signal.aborted
        ? new ConnectionError(`${origin} did not answer within ${timeoutMs} ms`, true)
        : new ConnectionError(`${origin} could not be reached: ${networkReason(cause)}`, false, { cause });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** With its body in memory, so that the time limit and the retries include it. */
async function readWhole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const body = await response.arrayBuffer();
  return new Response(withoutBody.includes(status) ? null : body, { status, statusText, headers });
}
