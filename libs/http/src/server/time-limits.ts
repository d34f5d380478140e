/**
 * How long a client may take, in milliseconds. Whoever sends the head of a request or its body more slowly is cut off
 * at the next look, so that half-open connections cost little and are gone within 15 seconds.
 */
export const timeLimits = {
  headersTimeout: 10_000,
  requestTimeout: 14_000,
  connectionsCheckingInterval: 250,
  /** Longer than the 60 seconds of common load balancers: the side that sends requests should close first. */
  keepAliveTimeout: 65_000,
} as const;

/** On the way out, an upload that has not come to its end by then is given up. */
export const uploadGraceMs = 5_000;
