import { scenarioCommand } from './scenario-command';
import { runAlerts } from './scenarios/alerts/run-alerts';

const defaults = { factor: 30, patience: 1_200 };

// `npm run prove -- alerts [--seed N] [--factor F] [--patience S]`
void scenarioCommand(
  defaults,
  async ({ patience: patienceSeconds, ...options }) => {
    const result = await runAlerts({ ...options, patienceSeconds });
    console.log(`| Alert | Fault | Fires after | Clears after |\n| --- | --- | --- | --- |`);
    const cell = (seconds: number | undefined): string => (seconds === undefined ? 'never' : `${seconds} s`);
    for (const { alert, fault, firedAfterSeconds, clearedAfterSeconds } of result.times)
      console.log(`| ${alert} | ${fault} | ${cell(firedAfterSeconds)} | ${cell(clearedAfterSeconds)} |`);
    const isKept = result.times.every((times) => !Object.values(times).includes(undefined));
    return { ...result, isKept };
  },
  'alerts',
);
