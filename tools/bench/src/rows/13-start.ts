import { type Bench } from '../bench';
import { alternate, type Contender, figures } from '../measure/alternate';
import { pairedRatios } from '../measure/spread';
import { freshDatabase } from '../processes/databases';
import { startFloor } from '../processes/floor';
import { type PinnedProgram } from '../processes/pinned-program';
import { Product } from '../processes/product';
import { type BenchRow } from '../row';

/** A slice is one start, in milliseconds. */
function starter(
  bench: Bench,
  name: string,
  start: (inner: Bench) => Promise<PinnedProgram>,
): Contender<number> {
  const slice = (): Promise<number> =>
    bench.within(async (inner) => {
      const began = performance.now();
      await start(inner);
      return performance.now() - began;
    });
  return {
    name,
    slice,
    warmUp: async () => {
      await slice();
    },
  };
}

export const start: BenchRow = {
  number: 13,
  name: 'start',
  work: 'start to ready, bundled, the database up',
  goals: [
    { name: 'time', against: 'hello of bare Node: start to answer', bound: 'at most', value: 8, unit: '' },
  ],
  async measure(bench) {
    const databaseUrl = await freshDatabase(bench, 'start');
    const product = starter(bench, 'product', (inner) =>
      Product.on(inner, databaseUrl).start('public-api/main'),
    );
    const hello = starter(bench, 'hello', (inner) => startFloor(inner, 'hello'));
    const measured = await alternate([hello, product], { rounds: bench.form.rounds, log: bench.log });
    const time = (name: string): readonly number[] => figures(measured, name, (milliseconds) => milliseconds);
    return { figures: { time: pairedRatios(time('product'), time('hello')) } };
  },
};
