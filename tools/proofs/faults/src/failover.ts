import { scenarioCommand } from './scenario-command';
import { runFailover } from './scenarios/failover/run-failover';

const defaults = { seconds: 60, held: 0, asynchronous: false };

// `npm run prove -- failover [--seed N] [--seconds S] [--held S] [--asynchronous]`
void scenarioCommand(
  defaults,
  async ({ held: heldSeconds, asynchronous, ...options }) => {
    const result = await runFailover({ ...options, heldSeconds, isSynchronous: !asynchronous });
    for (const { work, seconds } of result.outages) console.log(`${seconds.toFixed(1)} s without ${work}`);
    console.log(`${result.takeOverSeconds.toFixed(1)} s until the address led to the new primary`);
    console.log(`${result.readySeconds.toFixed(1)} s more until every program reported ready`);
    return result;
  },
  'failover',
);
