import { type Bench } from '../bench';
import { compare, type Rounds } from '../measure/alternate';
import { PrintingContender, PrintingProgram, type PrintingSlice } from './printing-program';

export const contestants = {
  loaded: 'loaded page',
  again: 'loaded page again',
  product: 'product',
  sealed: 'product, sealed',
  launch: 'launch per render',
} as const;

interface Contest {
  readonly rounds: Rounds<PrintingSlice>;
  readonly cpuInWords: string;
}

/** The same certificate by the product and by what one would use instead, taking turns, one at a time. */
export function certificateContest(bench: Bench): Promise<Contest> {
  return bench.once('certificate contest', (whole) => whole.within(hold));
}

async function hold(bench: Bench): Promise<Contest> {
  const { loaded, again, product, sealed, launch } = contestants;
  const start = (task: Parameters<typeof PrintingProgram.start>[1]): Promise<PrintingProgram> =>
    PrintingProgram.start(bench, task);
  const printer = await start(product);
  const contenders = [
    new PrintingContender(bench, loaded, await start(loaded)),
    new PrintingContender(bench, product, printer, { warmUpCount: 60 }),
    new PrintingContender(bench, sealed, await start(sealed), { warmUpCount: 120 }),
    new PrintingContender(bench, launch, await start(launch)),
    new PrintingContender(bench, again, await start(loaded)),
  ];
  const rounds = await compare(contenders, {
    ...{ rounds: bench.form.rounds, log: bench.log },
    control: { reference: loaded, double: again },
    figure: ({ p50Ms }) => p50Ms,
  });
  return { rounds, cpuInWords: printer.cpuInWords };
}
