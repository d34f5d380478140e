import { availableParallelism, cpus } from 'node:os';
import { scenarioCommand } from './scenario-command';
import { versionOfPrometheus } from './scenarios/alerts/prometheus';
import { type AlertTimes, runAlerts } from './scenarios/alerts/run-alerts';

const defaults = { factor: 30, patience: 2_400, only: '' };

// `npm run prove -- alerts [--seed N] [--factor F] [--patience S] [--only Alert,Alert]`
void scenarioCommand(
  defaults,
  async ({ patience: patienceSeconds, only, ...options }) => {
    const selected = only === '' ? {} : { only: only.split(',') };
    const result = await runAlerts({ ...options, ...selected, patienceSeconds });
    console.log(tableOf(result.times, options.factor));
    const isKept = result.times.every((times) => !Object.values(times).includes(undefined));
    return { ...result, isKept };
  },
  'alerts',
);

/** For docs/alerts.md. */
function tableOf(times: readonly AlertTimes[], factor: number): string {
  const day = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  const machine = `${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown model'}`;
  const seconds = (value: number | undefined): string => (value === undefined ? 'never' : `${value} s`);
  return [
    `${day}, ${machine}, Prometheus ${versionOfPrometheus()}, times of the rules divided by ${factor}:`,
    '',
    '| Alert | Fault | Fires after | Clears after |',
    '| --- | --- | --- | --- |',
    ...times.map(
      ({ alert, fault = 'none', firedAfterSeconds, clearedAfterSeconds }) =>
        `| ${alert} | ${fault} | ${seconds(firedAfterSeconds)} | ${seconds(clearedAfterSeconds)} |`,
    ),
    '',
  ].join('\n');
}
