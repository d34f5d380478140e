import { NotYet, patiently } from './patiently';

export interface JsonApiOptions {
  /** What paths are appended to. */
  readonly url: string;
  /** Shown as a bearer token. */
  readonly token: string;
  /** Ends every call. */
  readonly signal: AbortSignal;
}

/** A call that may be made again when nobody knows what became of it. */
export interface JsonCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** The statuses, beside 503, after which it is made again. */
  readonly notYet?: readonly number[];
}

export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

const timeoutMs = 30_000;

/** An API that takes and gives JSON. While it is unavailable, calls are repeated. */
export class JsonApi {
  constructor(private readonly options: JsonApiOptions) {}

  /** @throws with what was answered when the status is none of `expected`. */
  call(call: JsonCall, ...expected: number[]): Promise<JsonAnswer> {
    return patiently(() => this.attempt(call, expected), this.options);
  }

  private async attempt(
    { method, path, body, headers, notYet = [] }: JsonCall,
    expected: readonly number[],
  ): Promise<JsonAnswer> {
    const { url, token, signal } = this.options;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const text = await response.text();
    if (!expected.includes(response.status)) {
      const problem = `${method} ${url}${path} is answered with ${response.status}: ${text.slice(0, 500)}`;
      throw [503, ...notYet].includes(response.status) ? new NotYet(problem) : new Error(problem);
    }
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  }
}
