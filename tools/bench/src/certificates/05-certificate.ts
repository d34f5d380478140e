import { figures } from '../measure/alternate';
import { median, pairedRatios } from '../measure/spread';
import { type BenchRow } from '../row';
import { certificateContest, contestants } from './certificate-contest';

const { loaded, again, product, sealed } = contestants;
const against = '`page.pdf()` of a loaded page: p50';

export const certificate: BenchRow = {
  number: 5,
  name: 'certificate',
  work: 'certificate from result to printed PDF, warm, tagged',
  goals: [
    { name: 'printed', against, bound: 'at most', value: 1.2, unit: '' },
    {
      name: 'sealed',
      against: `${against}, with credential, attachments, metadata and seal`,
      bound: 'at most',
      value: 1.6,
      unit: '',
    },
  ],
  async measure(bench) {
    const { rounds } = await certificateContest(bench);
    const p50 = (name: string): readonly number[] => figures(rounds, name, ({ p50Ms }) => p50Ms);
    const inMs = (name: string): string => `${name} ${median(p50(name)).toFixed(1)} ms`;
    return {
      figures: {
        printed: pairedRatios(p50(product), p50(loaded)),
        sealed: pairedRatios(p50(sealed), p50(loaded)),
      },
      control: pairedRatios(p50(again), p50(loaded)),
      notes: [`p50: ${[loaded, product, sealed].map(inMs).join(', ')}`],
    };
  },
};
