/** A message that waits for its turn. */
export interface WaitingMessage {
  readonly id: string;
  /** The client that requested it; undefined when unknown. */
  readonly client: string | undefined;
  readonly turn: Date;
}

/**
 * The message to merge when more than `most` would wait for a recipient; undefined when there is room. It is the last turn of
 * the client with the most waiting messages: a client that floods a recipient takes no place from another.
 */
export function mergedForRoom(line: readonly WaitingMessage[], most: number): WaitingMessage | undefined {
  if (line.length <= most) return undefined;
  const ofClients = [...Map.groupBy(line, ({ client }) => client).values()];
  const largest = Math.max(...ofClients.map(({ length }) => length));
  return ofClients
    .filter(({ length }) => length === largest)
    .flat()
    .reduce((last, message) => (message.turn >= last.turn ? message : last));
}
