/** A response, read whole. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; `{}` when it is none. */
  readonly body: Record<string, unknown>;
}

/** One request; redirects are answers and are not followed. */
export async function callHttp(url: string, init: RequestInit = {}): Promise<HttpAnswer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  // Not application/jsonl, which is a JSON text per line.
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
  const body = isJson && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, headers: response.headers, text, body };
}

export interface JsonRequest extends Pick<RequestInit, 'signal'> {
  readonly method?: string | undefined;
  /** A bearer token. */
  readonly token?: string | undefined;
  readonly body?: object | undefined;
  /** Further ones. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The same with a token and a body of JSON, where they are given. By default a GET, or a POST of the body. */
export function callJson(
  url: string,
  { token, body, headers, method = body ? 'POST' : 'GET', signal = null }: JsonRequest = {},
): Promise<HttpAnswer> {
  return callHttp(url, {
    method,
    signal,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}
