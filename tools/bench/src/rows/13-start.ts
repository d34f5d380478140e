import { type Bench } from '../bench';
import { freshDatabase } from '../processes/databases';
import { Product } from '../processes/product';
import { type BenchRow } from '../row';

/** Seconds from the start of the process until its readiness probe answers 200. */
async function startOnce(bench: Bench, databaseUrl: string): Promise<number> {
  return bench.within(async (inner) => {
    const began = performance.now();
    await Product.on(inner, databaseUrl).start('public-api/main');
    return (performance.now() - began) / 1_000;
  });
}

export const start: BenchRow = {
  number: 13,
  name: 'start',
  work: 'start to ready, bundled, the database up',
  goals: [{ name: 'time', against: 'time on one core', bound: 'at most', value: 1, unit: 's' }],
  async measure(bench) {
    const databaseUrl = await freshDatabase(bench, 'start');
    await startOnce(bench, databaseUrl);
    const seconds: number[] = [];
    for (let round = 0; round < bench.form.rounds; round++) seconds.push(await startOnce(bench, databaseUrl));
    return { figures: { time: seconds } };
  },
};
