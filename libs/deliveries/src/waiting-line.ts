/** A message that waits for its turn. */
export interface WaitingMessage {
  readonly id: string;
  /** Who asked for it; undefined when that is not known. */
  readonly client: string | undefined;
  readonly turn: Date;
}

/**
 * Which message of a recipient is merged into the others when one more than `most` would wait; undefined when there is
 * room. It is one of the client that asked for the most of them, and of these the one whose turn is last: a client that
 * floods a recipient takes no place from another.
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
