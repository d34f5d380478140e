/** What a load generator is asked to do. This and the result can be sent to another process. */
export interface LoadOrder {
  readonly port: number;
  /** The bytes of one request. */
  readonly request: string;
  /** One after the other, without a pause. */
  readonly steps: readonly LoadStep[];
}

/** Requests at a rate, whether or not earlier ones are answered, or clients that each wait for their answer. */
export type LoadStep = { readonly seconds: number } & (
  { readonly requestsPerSecond: number } | { readonly clients: number }
);

/** Times in milliseconds, from the beginning of the load. */
export interface Exchange {
  readonly sentAt: number;
  readonly waitedMs: number;
  /** 0 when there was no answer. */
  readonly status: number;
}

export interface LoadResult {
  readonly exchanges: readonly Exchange[];
  /** The ids that successful answers name. */
  readonly ids: readonly string[];
  /** Refusals without `Retry-After` or an error, as a sample. */
  readonly unclear: readonly string[];
}
