import { figures } from '../measure/alternate';
import { pairedRatios } from '../measure/spread';
import { type BenchRow } from '../row';
import { contestants, submissionContest } from './submission-contest';

export const textbook: BenchRow = {
  number: 2,
  name: 'textbook',
  work: 'the same submission',
  goals: [
    { name: 'cpu', against: 'textbook Nest service: API CPU', bound: 'at most', value: 0.45, unit: '' },
  ],
  async measure(bench) {
    const rounds = await submissionContest(bench);
    const cpu = (name: string): readonly number[] => figures(rounds, name, (slice) => slice.cpu);
    return {
      figures: { cpu: pairedRatios(cpu(contestants.product), cpu(contestants.textbook)) },
      control: pairedRatios(cpu(contestants.again), cpu(contestants.express)),
    };
  },
};
