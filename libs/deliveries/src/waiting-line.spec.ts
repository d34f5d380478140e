import { mergedForRoom, type WaitingMessage } from './waiting-line';

const noon = new Date('2026-11-20T12:00:00.000Z');

function messagesOf(client: string | undefined, ...hours: number[]): WaitingMessage[] {
  return hours.map((hour) => ({
    id: `${client ?? 'unknown'}-${hour}`,
    client,
    turn: new Date(noon.getTime() + hour * 3_600_000),
  }));
}

describe('mergedForRoom', () => {
  it('merges none while there is room', () => {
    expect(mergedForRoom([], 2)).toBeUndefined();
    expect(mergedForRoom(messagesOf('flooder', 1, 2), 2)).toBeUndefined();
  });

  it('merges the last turn of the client with the most requests', () => {
    const line = [
      ...messagesOf('flooder', 1, 2, 5),
      ...messagesOf('another', 6, 7),
      ...messagesOf(undefined, 9),
    ];
    expect(mergedForRoom(line, 5)?.id).toBe('flooder-5');
  });

  it('merges the last turn of all when all clients have equally many requests', () => {
    expect(mergedForRoom([...messagesOf('first', 1), ...messagesOf('second', 3)], 1)?.id).toBe('second-3');
    expect(mergedForRoom([...messagesOf('first', 3), ...messagesOf('second', 1)], 1)?.id).toBe('first-3');
  });
});
