import { type DeclaredNames } from '@governance/assessments';
import { Logger } from '@nestjs/common';
import { DeclaredNamesJob } from './declared-names.job';

describe('DeclaredNamesJob', () => {
  let logged: jest.SpyInstance;
  beforeEach(() => {
    logged = jest.spyOn(Logger.prototype, 'log').mockReturnValue(undefined);
  });
  afterEach(() => {
    logged.mockRestore();
  });

  it.each([
    [2, [[{ msg: 'words of clients stored', clients: 2 }]]],
    [0, []],
  ])('stores the words of clients, and logs how many (%i)', async (clients, lines) => {
    const names: DeclaredNames = { index: () => Promise.resolve(clients) };
    await new DeclaredNamesJob(names).run();
    expect(logged.mock.calls).toEqual(lines);
  });
});
