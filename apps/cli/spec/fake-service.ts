export interface Call {
  readonly method: string;
  /** With its query, without `api-version`. */
  readonly path: string;
  /** Parsed; undefined without one. */
  readonly body: unknown;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Both surfaces for a spec: takes the place of `fetch` and gives every call the same answer. */
export class FakeService {
  readonly calls: Call[] = [];
  private readonly original = globalThis.fetch;
  private next: (path: string) => Answer = () => ({ status: 200, body: {} });

  constructor() {
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      const text = await request.text();
      const { pathname, searchParams } = new URL(request.url);
      searchParams.delete('api-version');
      const query = searchParams.size > 0 ? `?${searchParams.toString()}` : '';
      const isJson = request.headers.get('content-type')?.includes('json') === true;
      const body: unknown = isJson ? JSON.parse(text) : text || undefined;
      this.calls.push({ method: request.method, path: pathname + query, body });
      return responseOf(this.next(pathname));
    };
  }

  /** From now on; 204 has no body. */
  answers(body: unknown, status = 200): void {
    this.next = () => ({ status, body });
  }

  /** The same, by path. */
  answersBy(answer: (path: string) => Answer): void {
    this.next = answer;
  }

  restore(): void {
    globalThis.fetch = this.original;
  }
}

function responseOf({ status, body }: Answer): Response {
  const headers = { 'content-type': 'application/json', 'x-request-id': 'request-1' };
  return new Response(status === 204 ? null : JSON.stringify(body), { status, headers });
}
