import { isLinearizable, type Step } from './linearizable';

const write = (value: string, sentAt: number, answeredAt?: number): Step<string> => ({
  sentAt,
  answeredAt,
  from: () => [value],
});
const read = (value: string, sentAt: number, answeredAt: number): Step<string> => ({
  sentAt,
  answeredAt,
  from: (state) => (state === value ? [state] : []),
});

describe('a history of a register', () => {
  it.each<[string, Step<string>[]]>([
    ['without steps', []],
    ['that reads what was written before', [write('a', 0, 1), read('a', 2, 3)]],
    ['that reads either value during a write', [write('a', 0, 9), read('0', 1, 2), read('a', 3, 4)]],
    ['with concurrent writes', [write('a', 0, 9), write('b', 1, 8), read('a', 10, 11), read('a', 12, 13)]],
    ['with an unanswered write that took effect later', [write('a', 0), read('0', 5, 6), read('a', 7, 8)]],
    ['with an unanswered write that never took effect', [write('a', 0), read('0', 5, 6)]],
    [
      'of many concurrent steps',
      Array.from({ length: 40 }, (_, at) => [write('a', at, at + 3), read('a', at + 1, at + 4)]).flat(),
    ],
  ])('%s is linearizable', (_name, steps) => {
    expect(isLinearizable('0', steps)).toBe(true);
  });

  it.each<[string, Step<string>[]]>([
    ['that reads an overwritten value', [write('a', 0, 1), read('0', 2, 3)]],
    ['that reads what was never written', [write('a', 0, 1), read('b', 2, 3)]],
    ['that goes back', [write('a', 0, 9), read('a', 1, 2), read('0', 3, 4)]],
    ['that reads an unanswered write before it was sent', [read('a', 0, 1), write('a', 2)]],
    ['that goes back after an unanswered write', [write('a', 0), read('a', 1, 2), read('0', 3, 4)]],
  ])('%s is not', (_name, steps) => {
    expect(isLinearizable('0', steps)).toBe(false);
  });
});
