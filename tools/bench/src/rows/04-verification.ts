import { HttpContender } from '../load/http-contender';
import { verificationRequest } from '../load/verification-request';
import { compare, figures } from '../measure/alternate';
import { pairedRatios } from '../measure/spread';
import { databaseCpu } from '../processes/databases';
import { startFloor } from '../processes/floor';
import { largeDatabase } from '../processes/large-database';
import { type PinnedProgram } from '../processes/pinned-program';
import { Product } from '../processes/product';
import { type BenchRow } from '../row';
import { knownResultFile } from './submission-contest';

export const verification: BenchRow = {
  number: 4,
  name: 'verification',
  work: 'canonical verification, 1,000,000 results',
  goals: [
    { name: 'cpu', against: 'bare Express + one SELECT: API CPU', bound: 'at most', value: 1.05, unit: '' },
  ],
  async measure(bench) {
    const { url, ids } = await largeDatabase(bench);
    const product = Product.on(bench, url);
    const learned = await bench.within(async (inner) =>
      knownResultFile(bench, await Product.on(inner, url).start('public-api/main', {}, 'anywhere')),
    );
    const known = { DATABASE_URL: url, RESULT_FILE: learned };
    const contender = (name: string, program: PinnedProgram, expectedText: string): HttpContender =>
      new HttpContender({
        ...bench.form,
        ...{ name, programs: [program], expectedStatus: 200, expectedText },
        request: verificationRequest(ids),
        databaseCpu: () => databaseCpu(bench),
      });
    const express = contender('bare Express', await startFloor(bench, 'express', known), '"credential":"');
    const again = contender(
      'bare Express again',
      await startFloor(bench, 'express', known),
      '"credential":"',
    );
    const ours = contender('product', await product.start('platform-api/main'), '"valid":true');
    const measured = await compare([express, ours, again], {
      ...{ rounds: bench.form.rounds, log: bench.log },
      control: { reference: express.name, double: again.name },
      figure: ({ cpu }) => cpu,
    });
    const cpu = (name: string): readonly number[] => figures(measured, name, (slice) => slice.cpu);
    return {
      figures: { cpu: pairedRatios(cpu(ours.name), cpu(express.name)) },
      control: pairedRatios(cpu(again.name), cpu(express.name)),
    };
  },
};
