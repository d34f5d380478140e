import { scenarioCommand } from './scenario-command';
import { runGrowth } from './scenarios/growth/run-growth';

// `npm run prove -- growth [--seed N] [--seconds S] [--rows N]`
void scenarioCommand(
  { seconds: 10, rows: 200_000 },
  async (options) => {
    const result = await runGrowth(options);
    for (const { name, seconds, requests, failed } of result.steps)
      console.log(`| ${name} | ${seconds.toFixed(1)} s | ${requests} | ${failed} |`);
    const { asked, wrong } = result.verifications;
    console.log(`${wrong} of ${asked} verifications of withdrawn certificates were wrong`);
    console.log(`${result.replicaReads} reads of results at the replica`);
    return { ...result, isKept: wrong === 0 && result.replicaReads > 0 };
  },
  'growth',
);
