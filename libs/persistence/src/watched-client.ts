import { Client, type ClientConfig } from 'pg';
import { type Socket } from 'node:net';

export interface WatchedClientConfig extends ClientConfig {
  /** For how long a server may say nothing while it owes an answer, in milliseconds. */
  readonly silenceLimitMs?: number;
}

/** A little more than a statement may take, so that a server that answers is the first to say so. */
const longestSilenceMs = 6_000;

/** What a client of `pg` has besides what its types say. */
interface ClientParts {
  readonly connection: { readonly stream: Socket };
  /** False from the moment on at which a statement is sent until the server has answered it. */
  readonly readyForQuery: boolean;
}

/**
 * A connection that is given up when the server has gone silent: its own limits need a server that answers. One timer
 * for each connection. The option `query_timeout` makes one for each statement, and what is left of those costs a busy
 * program more to collect than the statement itself.
 */
export class WatchedClient extends Client {
  constructor(config: WatchedClientConfig = {}) {
    super(config);
    this.once('connect', () => {
      const { stream } = partsOf(this).connection;
      stream.setTimeout(config.silenceLimitMs ?? longestSilenceMs, () => {
        // Whoever waits for a notification, or for nothing, may wait.
        if (!partsOf(this).readyForQuery)
          stream.destroy(new Error('Connection terminated: the server is silent'));
      });
    });
  }
}

function partsOf(client: object): ClientParts {
  return client as ClientParts;
}
