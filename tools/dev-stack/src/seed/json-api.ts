import { callJson } from '@governance/testing';
import { NotYet, patiently } from './patiently';

export interface JsonApiOptions {
  /** The base of paths. */
  readonly url: string;
  /** Sent as a bearer token. */
  readonly token: string;
  /** Ends every call. */
  readonly signal: AbortSignal;
}

/** A call that can be repeated if its outcome is unknown. */
export interface JsonCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses, besides 503, after which it is repeated. */
  readonly notYet?: readonly number[];
}

interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

const timeoutMs = 30_000;

/** A JSON API. Repeats calls while it is unavailable. */
export class JsonApi {
  constructor(private readonly options: JsonApiOptions) {}

  /** @throws with the response if the status is none of `expected`. */
  call(call: JsonCall, ...expected: number[]): Promise<JsonAnswer> {
    return patiently(() => this.attempt(call, expected), this.options);
  }

  private async attempt(
    { method, path, body, headers, notYet = [] }: JsonCall,
    expected: readonly number[],
  ): Promise<JsonAnswer> {
    const { url, token, signal } = this.options;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const answer = await callJson(url + path, { method, token, body, headers, signal: limit });
    if (expected.includes(answer.status)) return answer;
    const problem = `${method} ${url}${path} answered ${answer.status}: ${answer.text.slice(0, 500)}`;
    throw [503, ...notYet].includes(answer.status) ? new NotYet(problem) : new Error(problem);
  }
}
