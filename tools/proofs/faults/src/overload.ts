import { parseArgs } from 'node:util';
import { buildBundles } from './system/build-bundles';
import { figuresOf, findingsOf, type OverloadEvidence } from './overload/judge';
import { overload } from './overload/overload-run';

const ms = (value: number): string => `${Math.round(value)} ms`;

function row([name, evidence]: [string, OverloadEvidence]): string {
  const { capacity, offered, goodput, share, refused, waited, refusedAfter, recoveredMs } =
    figuresOf(evidence);
  const { capacities, loadCoreIdle, acknowledged, stored } = evidence;
  const cells = [
    name,
    `${Math.round(capacity)} (${capacities.map(Math.round).join(', ')})`,
    Math.round(offered),
    `${Math.round(goodput)} (${Math.round(share * 100)} %)`,
    Math.round(refused),
    `${ms(waited.median)}, ${ms(waited.p99)}`,
    `${ms(refusedAfter.median)}, ${ms(refusedAfter.p99)}`,
    `${(recoveredMs / 1_000).toFixed(1)} s`,
    `${Math.round(loadCoreIdle * 100)} %`,
    acknowledged === 0 ? '' : `${stored} of ${acknowledged}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

const head = [
  'Requests',
  'Capacity a second (before, after)',
  'Sent',
  'Answered (share of the capacity)',
  'Refused',
  'Wait for an answer, median and p99',
  'Wait for a refusal, median and p99',
  'Recovered after',
  'Load core idle',
  'Stored',
];

/** `npm run prove -- overload [--seconds N] [--factor F] [--limit N]` resolves to the exit code. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '120' },
      factor: { type: 'string', default: '2' },
      limit: { type: 'string' },
    },
  });
  const [seconds, factor] = [Number(values.seconds), Number(values.factor)];
  if (!(seconds > 0 && factor > 0)) throw new Error('--seconds and --factor are numbers above 0');
  buildBundles();
  const settings = values.limit === undefined ? {} : { MAX_CONCURRENT_REQUESTS: values.limit };
  const report = (line: string): void => {
    console.error(line);
  };
  const runs = [...(await overload({ seconds, factor, settings, report }))];
  for (const line of [head, head.map(() => '---')]) console.log(`| ${line.join(' | ')} |`);
  for (const run of runs) console.log(row(run));
  const findings = runs.flatMap(([name, evidence]) => findingsOf(evidence).map((text) => `${name}: ${text}`));
  console.log(findings.length === 0 ? '\nEvery promise was kept.' : `\n${findings.join('\n')}`);
  return findings.length === 0 ? 0 : 1;
}

void main().then((code) => process.exit(code));
