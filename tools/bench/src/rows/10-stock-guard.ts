import { pairedRatios } from '../measure/spread';
import { type BenchRow } from '../row';
import { controlOf, costOf, guardContest } from './guard-contest';

export const stockGuard: BenchRow = {
  number: 10,
  name: 'stock-guard',
  work: 'the guard, known token of a person',
  goals: [
    { name: 'cpu', against: 'stock passport-jwt + jwks-rsa: CPU', bound: 'at most', value: 0.1, unit: '' },
  ],
  async measure(bench) {
    const costs = await guardContest(bench);
    return {
      figures: { cpu: pairedRatios(costOf(costs, 'known'), costOf(costs, 'stock')) },
      control: controlOf(costs),
    };
  },
};
