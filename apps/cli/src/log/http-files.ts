import { ConnectionError, networkReason } from '@governance/client';
import { setTimeout as delay } from 'node:timers/promises';
import { isTooLong, LogFiles, UnservedFile } from './log-files.port';

export interface HttpLimits {
  readonly timeoutMs: number;
  /** Before the second attempt, and before each further one. */
  readonly waitsMs: readonly number[];
}

const usualLimits: HttpLimits = { timeoutMs: 30_000, waitsMs: [250, 1_000, 4_000] };
const temporary = [408, 429];

/** The files of a log at an address. Redirects are not followed: the log is at its own address. */
export class HttpFiles extends LogFiles {
  private readonly closing = new AbortController();
  private readonly signal: AbortSignal;

  /** The address ends without a slash. */
  constructor(
    private readonly address: string,
    interrupted: AbortSignal,
    private readonly limits = usualLimits,
  ) {
    super();
    this.signal = AbortSignal.any([interrupted, this.closing.signal]);
  }

  /** Also rejects with a ConnectionError if there is no answer after several attempts. */
  async read(path: string, mostBytes: number): Promise<Uint8Array> {
    for (const waitMs of this.limits.waitsMs) {
      try {
        return await this.attempt(path, mostBytes);
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        await delay(waitMs, undefined, { signal: this.signal });
      }
    }
    return this.attempt(path, mostBytes);
  }

  close(): void {
    this.closing.abort();
  }

  private async attempt(path: string, mostBytes: number): Promise<Uint8Array> {
    const { timeoutMs } = this.limits;
    const url = `${this.address}/${path}`;
    const limit = new AbortController();
    const timer = setTimeout(() => {
      limit.abort();
    }, timeoutMs);
    try {
      const signal = AbortSignal.any([this.signal, limit.signal]);
      const response = await fetch(url, { redirect: 'manual', signal });
      if (response.status === 200) return await bodyOf(response, path, mostBytes);
      await response.body?.cancel();
      throw refusalOf(response, url, path);
    } catch (error) {
      this.signal.throwIfAborted();
      if (error instanceof UnservedFile || error instanceof ConnectionError) throw error;
      throw limit.signal.aborted
        ? new ConnectionError(`${url} was not read within ${timeoutMs} ms`, true)
        : new ConnectionError(`${url} could not be read: ${networkReason(error)}`, false, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }
}

function refusalOf({ status }: Response, url: string, path: string): Error {
  return status >= 500 || temporary.includes(status)
    ? new ConnectionError(`${url} answers ${status}`, false)
    : new UnservedFile(path, `the server answers ${status}`);
}

/** Keeps no more than the limit in memory: headers may promise less. */
async function bodyOf(response: Response, path: string, mostBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > mostBytes) throw isTooLong(path, mostBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
