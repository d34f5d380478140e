import { figures } from '../measure/alternate';
import { pairedRatios } from '../measure/spread';
import { type BenchRow } from '../row';
import { contestants, submissionContest } from './submission-contest';

export const submission: BenchRow = {
  number: 1,
  name: 'submission',
  work: 'submission, validated, scored, stored, logged',
  goals: [
    { name: 'cpu', against: 'bare Express + one INSERT: API CPU', bound: 'at most', value: 1.15, unit: '' },
  ],
  async measure(bench) {
    const rounds = await submissionContest(bench);
    const cpu = (name: string): readonly number[] => figures(rounds, name, (slice) => slice.cpu);
    const express = cpu(contestants.express);
    return {
      figures: { cpu: pairedRatios(cpu(contestants.product), express) },
      control: pairedRatios(cpu(contestants.again), express),
    };
  },
};
