import { startInbox } from '@governance/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bench } from '../bench';
import { HttpContender } from '../load/http-contender';
import { submissionPath, submissionRequest } from '../load/sample-submission';
import { compare, figures } from '../measure/alternate';
import { pairedRatios } from '../measure/spread';
import { databaseCpu, freshDatabase } from '../processes/databases';
import { type PinnedProgram } from '../processes/pinned-program';
import { Product } from '../processes/product';
import { roomyBudgets } from '../processes/roomy-budgets';
import { type BenchRow } from '../row';

const perRequest = '1 replica: API CPU for each request';

export const replicas: BenchRow = {
  number: 17,
  name: 'replicas',
  work: '2 and 4 replicas on one machine',
  goals: [
    { name: 'two', against: `2 replicas against ${perRequest}`, bound: 'at most', value: 1.3, unit: '' },
    { name: 'four', against: `4 replicas against ${perRequest}`, bound: 'at most', value: 2, unit: '' },
    { name: 'duplicates', against: 'mails sent twice by 4 workers', bound: 'at most', value: 0, unit: '' },
  ],
  async measure(bench) {
    const databaseUrl = await freshDatabase(bench, 'replicas');
    const product = Product.on(bench, databaseUrl, roomyBudgets);
    const programs: PinnedProgram[] = [];
    while (programs.length < 4) programs.push(await product.start('public-api/main'));
    const contender = (name: string, count: number): HttpContender =>
      new HttpContender({
        ...bench.form,
        ...{ name, programs: programs.slice(0, count), expectedStatus: 201 },
        request: submissionRequest(),
        databaseCpu: () => databaseCpu(bench),
      });
    const contenders = [contender('1', 1), contender('2', 2), contender('4', 4), contender('1 again', 1)];
    const measured = await compare(contenders, {
      ...{ rounds: bench.form.rounds, log: bench.log },
      control: { reference: '1', double: '1 again' },
      figure: ({ cpu }) => cpu,
    });
    const cpu = (name: string): readonly number[] => figures(measured, name, (slice) => slice.cpu);
    const [api] = programs;
    if (!api) throw new Error('no replica was started');
    const { sent, duplicates } = await mailWithFourWorkers(bench, { api, product });
    return {
      figures: {
        two: pairedRatios(cpu('2'), cpu('1')),
        four: pairedRatios(cpu('4'), cpu('1')),
        duplicates: [duplicates],
      },
      control: pairedRatios(cpu('1 again'), cpu('1')),
      notes: [`4 workers sent ${sent} mails, ${duplicates} of them twice.`],
    };
  },
};

/** Every mail that was asked for arrives; how many arrived more than once. */
async function mailWithFourWorkers(
  bench: Bench,
  { api, product }: { readonly api: PinnedProgram; readonly product: Product },
): Promise<{ readonly sent: number; readonly duplicates: number }> {
  const wanted = bench.form.kind === 'full' ? 60 : 12;
  const inbox = await startInbox();
  bench.defer(() => inbox.close());
  for (let number = 0; number < wanted; number++) {
    const { method, headers, body } = submissionRequest({ submitterEmail: `person-${number}@example.com` });
    const { status } = await fetch(api.origin + submissionPath, { method, headers, body });
    if (status !== 201) throw new Error(`a submission was answered ${status}`);
  }
  const worker = (): Promise<PinnedProgram> =>
    product.start('public-api/worker', { SMTP_URL: inbox.smtpUrl }, 'anywhere');
  await Promise.all([worker(), worker(), worker(), worker()]);
  const recipients = (): string[] => inbox.messages().flatMap(({ to }) => to);
  const until = Date.now() + 60_000;
  while (new Set(recipients()).size < wanted) {
    await delay(50);
    if (Date.now() > until) throw new Error(`${recipients().length} mails of ${wanted} have come`);
  }
  // A second copy would be sent at the end of a lease at the latest; what is sent is marked at once.
  await delay(bench.form.kind === 'full' ? 3_000 : 500);
  return { sent: recipients().length, duplicates: recipients().length - wanted };
}
