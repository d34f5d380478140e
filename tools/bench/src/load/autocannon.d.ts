/** The part of autocannon that is used here; it has no types of its own. */
declare module 'autocannon' {
  export interface LoadRequest {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    setupRequest?: (request: LoadRequest) => LoadRequest;
  }

  export interface LoadOptions {
    readonly url: string;
    readonly connections: number;
    readonly amount: number;
    readonly verifyBody: (body: string) => boolean;
    readonly sampleInt: number;
    readonly requests: readonly LoadRequest[];
  }

  export interface LoadResult {
    readonly errors: number;
    readonly timeouts: number;
    readonly mismatches: number;
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  }

  type Instance = Promise<LoadResult> & {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): Instance;
  };

  // eslint-disable-next-line no-restricted-syntax -- this is how the package exports it
  export default function autocannon(options: LoadOptions): Instance;
}
