import { figures } from '../measure/alternate';
import { median, pairedRatios } from '../measure/spread';
import { type BenchRow } from '../row';
import { certificateContest, contestants } from './certificate-contest';

const { loaded, again, product, sealed, launch } = contestants;
const against = 'launch per render, same binary';

export const launched: BenchRow = {
  number: 6,
  name: 'launch',
  work: 'certificate from result to printed PDF, warm, tagged',
  goals: [
    { name: 'p50', against: `${against}: p50`, bound: 'at least', value: 10, unit: '' },
    { name: 'cpu', against: `${against}: CPU`, bound: 'at least', value: 15, unit: '' },
  ],
  async measure(bench) {
    const { rounds, cpuInWords } = await certificateContest(bench);
    const p50 = (name: string): readonly number[] => figures(rounds, name, ({ p50Ms }) => p50Ms);
    const cpu = (name: string): readonly number[] => figures(rounds, name, ({ cpuMs }) => cpuMs);
    const inMs = (name: string): string =>
      `${name} ${median(p50(name)).toFixed(1)} ms, ${median(cpu(name)).toFixed(1)} ms`;
    return {
      figures: {
        p50: pairedRatios(p50(launch), p50(product)),
        cpu: pairedRatios(cpu(launch), cpu(product)),
      },
      control: pairedRatios(p50(again), p50(loaded)),
      notes: [
        `${cpuInWords}, Node and browser, processes that have ended included`,
        `p50 and CPU: ${[launch, product, sealed].map(inMs).join('; ')}`,
      ],
    };
  },
};
