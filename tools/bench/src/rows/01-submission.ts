import { figures } from '../measure/alternate';
import { pairedRatios } from '../measure/spread';
import { type BenchRow } from '../row';
import { submissionRequest } from '../load/sample-submission';
import { profileUnderLoad } from '../profile/profile-under-load';
import { freshDatabase } from '../processes/databases';
import { Product } from '../processes/product';
import { contestants, submissionContest } from './submission-contest';

export const submission: BenchRow = {
  number: 1,
  name: 'submission',
  work: 'submission, validated, scored, stored, logged',
  goals: [
    { name: 'cpu', against: 'bare Express + one INSERT: API CPU', bound: 'at most', value: 1.1, unit: '' },
  ],
  async measure(bench) {
    const rounds = await submissionContest(bench);
    const cpu = (name: string): readonly number[] => figures(rounds, name, (slice) => slice.cpu);
    const express = cpu(contestants.express);
    const databaseUrl = await freshDatabase(bench, 'submission_profile');
    const profile = await profileUnderLoad(bench, {
      program: 'public-api/main',
      start: (planted, settings) => Product.on(planted, databaseUrl, settings).start('public-api/main'),
      request: submissionRequest(),
      expectedStatus: 201,
    });
    return {
      notes: [`where the CPU of a submission goes: ${profile}`],
      figures: { cpu: pairedRatios(cpu(contestants.product), express) },
      control: pairedRatios(cpu(contestants.again), express),
    };
  },
};
