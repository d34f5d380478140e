import { type Bench } from '../bench';
import { HttpContender } from '../load/http-contender';
import { type Sent } from '../load/load';
import { submissionRequest } from '../load/sample-submission';
import { verificationRequest } from '../load/verification-request';
import { compare, figures } from '../measure/alternate';
import { pairedRatios } from '../measure/spread';
import { databaseCpu } from '../processes/databases';
import { largeDatabase, smallDatabase } from '../processes/large-database';
import { type PinnedProgram } from '../processes/pinned-program';
import { Product } from '../processes/product';
import { type BenchRow } from '../row';

interface Asked {
  readonly name: string;
  readonly program: PinnedProgram;
  readonly request: Sent;
  readonly expectedStatus: number;
}

function contender(bench: Bench, { program, ...asked }: Asked): HttpContender {
  return new HttpContender({
    ...bench.form,
    ...asked,
    programs: [program],
    databaseCpu: () => databaseCpu(bench),
  });
}

const against = (work: string): string => `${work} at 1,000 results: API and PostgreSQL CPU`;

export const growth: BenchRow = {
  number: 16,
  name: 'growth',
  work: 'verification and submission at 1,000,000 results',
  goals: [
    { name: 'verify', against: against('verification'), bound: 'at most', value: 1.2, unit: '' },
    { name: 'submit', against: against('submission'), bound: 'at most', value: 1.2, unit: '' },
  ],
  async measure(bench) {
    const [large, small] = [await largeDatabase(bench), await smallDatabase(bench)];
    const many = await Product.on(bench, large.url).start('public-api/main');
    const few = await Product.on(bench, small.url).start('public-api/main');
    const verify = { expectedStatus: 200, expectedText: '"valid":true' };
    const submit = { request: submissionRequest(), expectedStatus: 201 };
    const fromMany = { ...verify, program: many, request: verificationRequest(large.ids) };
    const fromFew = { ...verify, program: few, request: verificationRequest(small.ids) };
    const contenders = [
      contender(bench, { name: 'verify few', ...fromFew }),
      contender(bench, { name: 'verify many', ...fromMany }),
      contender(bench, { name: 'submit few', program: few, ...submit }),
      contender(bench, { name: 'submit many', program: many, ...submit }),
      contender(bench, { name: 'verify few again', ...fromFew }),
    ];
    const measured = await compare(contenders, {
      ...{ rounds: bench.form.rounds, log: bench.log },
      control: { reference: 'verify few', double: 'verify few again' },
      figure: ({ cpu }) => cpu,
    });
    const cpu = (name: string): readonly number[] =>
      figures(measured, name, (slice) => slice.cpu + slice.databaseCpu);
    return {
      figures: {
        verify: pairedRatios(cpu('verify many'), cpu('verify few')),
        submit: pairedRatios(cpu('submit many'), cpu('submit few')),
      },
      control: pairedRatios(cpu('verify few again'), cpu('verify few')),
    };
  },
};
