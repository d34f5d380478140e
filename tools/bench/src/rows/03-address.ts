import { runSql } from '@governance/testing';
import { HttpContender } from '../load/http-contender';
import { submissionRequest } from '../load/sample-submission';
import { compare, figures } from '../measure/alternate';
import { pairedRatios } from '../measure/spread';
import { databaseCpu, freshDatabase } from '../processes/databases';
import { Product } from '../processes/product';
import { type BenchRow } from '../row';

/** So few requests under way that their time is that of the work, and not of the queue. */
const connections = 4;

let person = 0;

function withAddress(): ReturnType<typeof submissionRequest> {
  person += 1;
  return submissionRequest({ submitterEmail: `person-${person}@company-${person % 500}.example.com` });
}

export const address: BenchRow = {
  number: 3,
  name: 'address',
  work: 'submission with an address',
  goals: [
    { name: 'p50', against: 'the same without an address: p50', bound: 'at most', value: 1.15, unit: '' },
  ],
  async measure(bench) {
    const databaseUrl = await freshDatabase(bench, 'address');
    const program = await Product.on(bench, databaseUrl).start('public-api/main');
    const { sliceSeconds, warmUpSeconds, rounds } = bench.form;
    const options = {
      ...{ programs: [program], expectedStatus: 201, sliceSeconds, warmUpSeconds, connections },
      databaseCpu: () => databaseCpu(bench),
    };
    const plain = new HttpContender({ ...options, name: 'without', request: submissionRequest() });
    const again = new HttpContender({ ...options, name: 'without, again', request: submissionRequest() });
    const addressed = new HttpContender({
      ...{ ...options, name: 'with' },
      request: { ...withAddress(), setupRequest: (request) => ({ ...request, ...withAddress() }) },
    });
    const measured = await compare([plain, addressed, again], {
      ...{ rounds, log: bench.log },
      control: { reference: plain.name, double: again.name },
      figure: ({ cpu }) => cpu,
    });
    const text = `SELECT count(*)::integer AS queued FROM deliveries WHERE state = 'queued'`;
    const [row] = await runSql(databaseUrl, text);
    if (row?.queued !== addressed.answered) {
      throw new Error(`${addressed.answered} asked for a mail, and ${String(row?.queued)} are queued`);
    }
    const p50 = (name: string): readonly number[] => figures(measured, name, (slice) => slice.p50Ms);
    return {
      figures: { p50: pairedRatios(p50(addressed.name), p50(plain.name)) },
      control: pairedRatios(p50(again.name), p50(plain.name)),
    };
  },
};
