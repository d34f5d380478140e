import { type ConsoleSessionStore } from '@governance/iam';
import { FixedClock } from '@governance/testing';
import { Logger } from '@nestjs/common';
import { ConsoleSessionCleaner } from './console-session-cleaner';

const noon = new Date('2026-11-20T12:00:00.000Z');

describe('ConsoleSessionCleaner', () => {
  let logged: jest.SpyInstance;
  beforeEach(() => {
    logged = jest.spyOn(Logger.prototype, 'log').mockReturnValue(undefined);
  });
  afterEach(() => {
    logged.mockRestore();
  });

  it.each([
    [2, [[{ msg: 'ended console sessions removed', sessions: 2 }]]],
    [0, []],
  ])('removes the sessions that have ended by now, and logs how many (%i)', async (removed, lines) => {
    const removeEnded = jest.fn().mockResolvedValue(removed);
    const sessions: Pick<ConsoleSessionStore, 'removeEnded'> = { removeEnded };
    await new ConsoleSessionCleaner(sessions as ConsoleSessionStore, new FixedClock(noon)).run();
    expect(removeEnded.mock.calls).toEqual([[noon]]);
    expect(logged.mock.calls).toEqual(lines);
  });
});
