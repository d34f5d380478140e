/** The part of autocannon that is used here; it has no types of its own. */
declare module 'autocannon' {
  export interface LoadRequest {
    readonly method: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly setupRequest?: (request: LoadRequest) => LoadRequest;
  }

  interface LoadResult {
    /** Timeouts are among them. */
    readonly errors: number;
    readonly mismatches: number;
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  }

  interface Instance extends Promise<LoadResult> {
    on(event: 'response', listener: (...response: [unknown, number, number, ms: number]) => void): this;
  }

  // eslint-disable-next-line no-restricted-syntax -- this is how the package exports it
  export default function autocannon(options: {
    readonly url: string;
    readonly connections: number;
    readonly amount: number;
    readonly verifyBody: (body: string) => boolean;
    readonly sampleInt: number;
    readonly timeout: number;
    readonly requests: readonly LoadRequest[];
  }): Instance;
}
