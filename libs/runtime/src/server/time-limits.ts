/** How long a client may take, in milliseconds. */
export interface TimeLimits {
  /** For the head of a request, from the moment on at which the connection is open or the head has begun. */
  readonly headersTimeout: number;
  /** For the whole of a request. */
  readonly requestTimeout: number;
  /** For a response to be taken, from the moment on at which the head of its request has been read. */
  readonly responseTimeout: number;
  /** How often connections are compared with the three limits above. */
  readonly connectionsCheckingInterval: number;
  /** For the next request on a connection. */
  readonly keepAliveTimeout: number;
  /** For the answer to what is not a valid request to be taken. */
  readonly refusalTimeout: number;
}

/**
 * A connection that sends nothing, or the head or the body of a request too slowly, ends within 15 seconds, so that
 * half-open connections cost little.
 */
export const timeLimits: TimeLimits = {
  headersTimeout: 10_000,
  requestTimeout: 14_000,
  responseTimeout: 60_000,
  connectionsCheckingInterval: 250,
  /** Longer than the 60 seconds of common load balancers: the side that sends requests should close first. */
  keepAliveTimeout: 65_000,
  refusalTimeout: 500,
};

/** During shutdown, an upload that has not ended by then is cut off. */
export const uploadGraceMs = 5_000;

/**
 * How many connections wait in the kernel to be accepted; `net.core.somaxconn` is its limit. A connection that finds no
 * room looks open to its client and is not known to the server, so that no time limit can end it.
 */
export const acceptBacklog = 4_096;
