import { compare, figures } from '../measure/alternate';
import { median, pairedRatios } from '../measure/spread';
import { type BenchRow } from '../row';
import { PrintingContender, PrintingProgram } from './printing-program';

const waitings = [2, 4, 8] as const;
const goalOf = (count: number): string => `${count} waiting`;

/** Both print the same page; what the product then makes of it, which the reference does not, is in the notes. */
export const waiting: BenchRow = {
  number: 7,
  name: 'waiting',
  work: 'printed certificates per second while 2 to 8 wait',
  goals: waitings.map((count) => ({
    ...{ name: goalOf(count), against: `new page per render, ${goalOf(count)}` },
    ...{ bound: 'at least', value: 4, unit: '' },
  })),
  async measure(bench) {
    const product = await PrintingProgram.start(bench, 'product');
    const sealing = await PrintingProgram.start(bench, 'product, sealed');
    const reference = await PrintingProgram.start(bench, 'page per render');
    const contenders = waitings.flatMap((count) => [
      new PrintingContender(bench, `reference ${count}`, reference, { waiting: count }),
      new PrintingContender(bench, `product ${count}`, product, { waiting: count, warmUpCount: 60 }),
    ]);
    const sealed = new PrintingContender(bench, 'sealed', sealing, { waiting: 4, warmUpCount: 120 });
    const again = new PrintingContender(bench, 'reference 4 again', reference, { waiting: 4 });
    const rounds = await compare([...contenders, sealed, again], {
      ...{ rounds: Math.ceil(bench.form.rounds / 2), log: bench.log },
      control: { reference: 'reference 4', double: again.name },
      figure: ({ perSecond }) => perSecond,
    });
    const rate = (name: string): readonly number[] => figures(rounds, name, ({ perSecond }) => perSecond);
    const inWords = (count: number): string =>
      `${count} waiting ${median(rate(`product ${count}`)).toFixed(1)} and ${median(rate(`reference ${count}`)).toFixed(1)}`;
    const whole = pairedRatios(rate('sealed'), rate('reference 4'));
    return {
      figures: Object.fromEntries(
        waitings.map((count) => [
          goalOf(count),
          pairedRatios(rate(`product ${count}`), rate(`reference ${count}`)),
        ]),
      ),
      control: pairedRatios(rate(again.name), rate('reference 4')),
      notes: [
        `a second, product and reference: ${waitings.map(inWords).join('; ')}`,
        `4 waiting, with credential, attachments, metadata and seal: ${median(rate('sealed')).toFixed(1)} a second, ` +
          `${median(whole).toFixed(1)} × the reference, which only prints`,
      ],
    };
  },
};
