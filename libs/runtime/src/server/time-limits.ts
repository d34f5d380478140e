/** Time limits for clients, in milliseconds. */
export interface TimeLimits {
  /** For the head of a request, from the opening of the connection or the first byte of the head. */
  readonly headersTimeout: number;
  /** For the whole request. */
  readonly requestTimeout: number;
  /** For reading the response, from the end of the request's head. */
  readonly responseTimeout: number;
  /** The interval at which the three limits above are checked. */
  readonly connectionsCheckingInterval: number;
  /** For the next request on a connection. */
  readonly keepAliveTimeout: number;
  /** For reading the response to an invalid request. */
  readonly refusalTimeout: number;
  /** During shutdown, for the last request on a connection that is kept open. */
  readonly lastRequestTimeout: number;
}

/**
 * A connection that sends nothing, or sends a request too slowly, is closed within 15 seconds, so that half-open connections
 * cost little.
 */
export const timeLimits: TimeLimits = {
  headersTimeout: 10_000,
  requestTimeout: 14_000,
  responseTimeout: 60_000,
  connectionsCheckingInterval: 250,
  /** Longer than the 60 seconds of common load balancers: the sender of requests should close first. */
  keepAliveTimeout: 65_000,
  refusalTimeout: 500,
  lastRequestTimeout: 0,
};

/** Those of a program behind a proxy, which uses each of its connections once more in this time when it is under load. */
export const programTimeLimits: TimeLimits = { ...timeLimits, lastRequestTimeout: 2_000 };

/** During shutdown, a longer upload is aborted. */
export const uploadGraceMs = 5_000;

/**
 * The number of connections that wait in the kernel to be accepted, limited by `net.core.somaxconn`. A connection beyond it
 * looks open to its client but is unknown to the server, so no time limit applies.
 */
export const acceptBacklog = 4_096;
