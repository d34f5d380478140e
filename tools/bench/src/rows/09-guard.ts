import { pairedRatios } from '../measure/spread';
import { type BenchRow } from '../row';
import { controlOf, costOf, guardContest } from './guard-contest';

export const guard: BenchRow = {
  number: 9,
  name: 'guard',
  work: 'the guard: CPU that it adds',
  goals: [
    { name: 'known', against: 'known token of a person: nothing', bound: 'at most', value: 10, unit: 'µs' },
    {
      ...{ name: 'first', against: 'first-seen token (ES256): raw crypto.verify' },
      ...{ bound: 'at most', value: 2, unit: '' },
    },
    { name: 'machine', against: 'a machine: one SELECT by key', bound: 'at most', value: 1.3, unit: '' },
  ],
  async measure(bench) {
    const costs = await guardContest(bench);
    const nothing = costOf(costs, 'nothing');
    return {
      figures: {
        known: costOf(costs, 'known').map((cost, round) => cost - (nothing[round] ?? Number.NaN)),
        first: pairedRatios(costOf(costs, 'first seen'), costOf(costs, 'verify')),
        machine: pairedRatios(costOf(costs, 'machine'), costOf(costs, 'select')),
      },
      control: controlOf(costs),
    };
  },
};
