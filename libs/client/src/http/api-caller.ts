import createClient, { type Client } from 'openapi-fetch';
import { idempotentOperations } from '../generated/idempotent-operations';
import { type CallArguments, type OperationOf, type PathsWith, type ResultOf } from './api-types';
import { type LooseOptions, type LoosePaths } from './loose-paths';
import { AuthorizedSender, type Authorization } from './authorized-sender';
import { errorOfResponse } from './error-of-response';
import { isProtected, isSameUrl } from './protected-url';
import { randomKey } from './random-key';
import { retryAfterOf, type RetryOptions } from './retry-policy';
import { Sender, type Sending } from './sender';
import { wait } from './wait';

/** What both surfaces have in common. */
export interface CallerOptions {
  /** The URL of the surface, such as `https://api.example.org`. */
  readonly baseUrl: string;
  /** The time limit of each attempt; 30 seconds if absent. */
  readonly timeoutMs?: number;
  /** How calls are repeated. Only those are that have the same effect when repeated. */
  readonly retry?: Partial<RetryOptions>;
  /** Replaces the `fetch` of the platform. */
  readonly fetch?: typeof globalThis.fetch;
}

interface Surface {
  /** Sent with each call. */
  readonly apiVersion?: string;
  readonly authorization?: Authorization;
}

const defaults = { retries: 3, baseDelayMs: 250, maxDelayMs: 30_000 };

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Call {
  readonly method: Method;
  readonly path: string;
  readonly options: LooseOptions;
}

/**
 * Calls the operations of one surface. `Paths` has their types: the arguments and results of each path follow from the
 * OpenAPI document. Responses are not checked against it, so members and values that this version does not know pass.
 */
export class ApiCaller<Paths> {
  readonly baseUrl: string;
  private readonly client: Client<LoosePaths>;
  private readonly sender: Pick<Sender, 'send'>;
  readonly #authorized: AuthorizedSender | undefined;

  constructor(
    private readonly options: CallerOptions,
    private readonly surface: Surface,
  ) {
    const { fetch = globalThis.fetch.bind(globalThis), retry } = options;
    const sender = new Sender({ fetch, retry: { ...defaults, ...retry } });
    this.baseUrl = checkedUrl(options.baseUrl);
    this.sender = sender;
    if (surface.authorization) checkPlaceOf(surface.authorization, this.baseUrl);
    this.#authorized = surface.authorization && new AuthorizedSender(sender, surface.authorization);
    this.client = createClient<LoosePaths>({ baseUrl: this.baseUrl, redirect: 'error' });
  }

  get<Path extends PathsWith<Paths, 'get'>>(
    path: Path,
    ...[options]: CallArguments<OperationOf<Paths, Path, 'get'>>
  ): Promise<ResultOf<OperationOf<Paths, Path, 'get'>>> {
    return this.call({ method: 'GET', path, options: options ?? {} });
  }

  post<Path extends PathsWith<Paths, 'post'>>(
    path: Path,
    ...[options]: CallArguments<OperationOf<Paths, Path, 'post'>>
  ): Promise<ResultOf<OperationOf<Paths, Path, 'post'>>> {
    return this.call({ method: 'POST', path, options: options ?? {} });
  }

  put<Path extends PathsWith<Paths, 'put'>>(
    path: Path,
    ...[options]: CallArguments<OperationOf<Paths, Path, 'put'>>
  ): Promise<ResultOf<OperationOf<Paths, Path, 'put'>>> {
    return this.call({ method: 'PUT', path, options: options ?? {} });
  }

  patch<Path extends PathsWith<Paths, 'patch'>>(
    path: Path,
    ...[options]: CallArguments<OperationOf<Paths, Path, 'patch'>>
  ): Promise<ResultOf<OperationOf<Paths, Path, 'patch'>>> {
    return this.call({ method: 'PATCH', path, options: options ?? {} });
  }

  delete<Path extends PathsWith<Paths, 'delete'>>(
    path: Path,
    ...[options]: CallArguments<OperationOf<Paths, Path, 'delete'>>
  ): Promise<ResultOf<OperationOf<Paths, Path, 'delete'>>> {
    return this.call({ method: 'DELETE', path, options: options ?? {} });
  }

  /** The body of a `GET` as it arrives, for exports. The time limit ends with the headers. */
  async stream<Path extends PathsWith<Paths, 'get'>>(
    path: Path,
    ...[options]: CallArguments<OperationOf<Paths, Path, 'get'>>
  ): Promise<ReadableStream<Uint8Array>> {
    const { data } = await this.request({ method: 'GET', path, options: options ?? {} }, 'stream');
    return data as ReadableStream<Uint8Array>;
  }

  /**
   * The body of a `GET` for a document that is made on request: asks again while the response is 202, as its `Retry-After` says.
   * Undefined if the document is not made within `waitMs`.
   */
  async document<Path extends PathsWith<Paths, 'get'>>(
    path: Path,
    waitMs: number,
    ...[options]: CallArguments<OperationOf<Paths, Path, 'get'>>
  ): Promise<ReadableStream<Uint8Array> | undefined> {
    const asked: LooseOptions = options ?? {};
    const end = Date.now() + waitMs;
    for (;;) {
      const { data, response } = await this.request({ method: 'GET', path, options: asked }, 'stream');
      const body = data as ReadableStream<Uint8Array>;
      if (response.status !== beingMade) return body;
      await body.cancel();
      const pauseMs = (retryAfterOf(response.headers, Date.now()) ?? 1) * 1_000;
      if (Date.now() + pauseMs > end) return undefined;
      await wait(pauseMs, asked.signal);
    }
  }

  /** Each page of a list in turn, following `next_cursor`. */
  async *pages<Path extends PathsWith<Paths, 'get'>>(
    path: Path,
    ...[options]: CallArguments<OperationOf<Paths, Path, 'get'>>
  ): AsyncGenerator<ResultOf<OperationOf<Paths, Path, 'get'>>> {
    const first: LooseOptions = options ?? {};
    let cursor: unknown = first.query?.cursor;
    do {
      const query = { ...first.query, ...(cursor !== undefined && { cursor }) };
      const page = await this.call<ResultOf<OperationOf<Paths, Path, 'get'>>>({
        method: 'GET',
        path,
        options: { ...first, query },
      });
      yield page;
      cursor = (page as { readonly next_cursor?: unknown }).next_cursor;
    } while (cursor !== undefined);
  }

  private async call<Result>(call: Call): Promise<Result> {
    const { data, response } = await this.request(call, 'text');
    const operation = operationOf(call);
    if (typeof data !== 'string' || data === '') return undefined as Result;
    if (!/\bjson\b/.test(response.headers.get('content-type') ?? '')) return data as Result;
    try {
      return JSON.parse(data) as Result;
    } catch {
      throw errorOfResponse(response, { error: 'the response is not valid JSON' }, operation);
    }
  }

  private async request(
    call: Call,
    parseAs: 'text' | 'stream',
  ): Promise<{ readonly data: unknown; readonly response: Response }> {
    const { method, path, options } = call;
    const operation = operationOf(call);
    const key = idempotentOperations.has(operation) ? (options.idempotencyKey ?? randomKey()) : undefined;
    const sending = {
      operation,
      signal: options.signal,
      timeoutMs: options.timeoutMs ?? this.options.timeoutMs ?? 30_000,
      repeatable: method === 'GET' || key !== undefined,
      streamed: parseAs === 'stream',
    };
    const { data, error, response } = await this.client.request(lowerCase[method], path, {
      params: { path: checkedPath(options.path), query: this.versioned(options.query) },
      headers: { 'Idempotency-Key': key, 'X-Request-Id': options.requestId, Accept: accepted[parseAs] },
      body: options.body,
      parseAs,
      fetch: (request) => this.send(request, sending),
    });
    if (!response.ok) throw errorOfResponse(response, error, operation);
    return { data, response };
  }

  private send(request: Request, sending: Sending & { readonly operation: string }): Promise<Response> {
    return this.#authorized ? this.#authorized.send(request, sending) : this.sender.send(request, sending);
  }

  private versioned(query: LooseOptions['query']): Record<string, unknown> {
    const { apiVersion } = this.surface;
    return apiVersion === undefined ? { ...query } : { ...query, 'api-version': apiVersion };
  }
}

/** `openapi-fetch` writes the method in capitals itself. */
const lowerCase = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

/** The document is being made. */
const beingMade = 202;

/** Verification answers with a page unless JSON is preferred. */
const accepted = { text: 'application/json, */*;q=0.1', stream: '*/*' };

function operationOf({ method, path }: Call): string {
  return `${method} ${path}`;
}

function checkedUrl(baseUrl: string): string {
  const { protocol, search, hash } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol) || search !== '' || hash !== '')
    throw new TypeError(`baseUrl is not the URL of a surface: ${baseUrl}`);
  return baseUrl.replace(/\/+$/, '');
}

/** Tokens go to their own surface, and not where others can read them. */
function checkPlaceOf({ tokens: { apiUrl } }: Authorization, baseUrl: string): void {
  if (!isProtected(baseUrl)) throw new TypeError(`${baseUrl} would get the tokens without TLS: use https`);
  if (apiUrl !== undefined && !isSameUrl(apiUrl, baseUrl))
    throw new TypeError(`the tokens are for ${apiUrl}, not for ${baseUrl}`);
}

/** An empty or relative segment would lead to another operation. */
function checkedPath(path: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  for (const [name, value] of Object.entries(path)) {
    if (['', '.', '..'].includes(String(value))) throw new TypeError(`${name} is not an identifier`);
  }
  return path;
}
