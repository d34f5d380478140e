import { scenarioCommand } from './scenario-command';
import { runCampaign } from './scenarios/campaign/run-campaign';

// `npm run prove -- campaign [--seed N] [--clients N]`
void scenarioCommand(
  { clients: 500 },
  async (options) => {
    const result = await runCampaign(options);
    for (const { name, kills, seconds } of result.steps)
      console.log(`| ${name} | ${kills} | ${seconds.toFixed(1)} s |`);
    const { mails, copies, problems } = result;
    console.log(`${mails} mails arrived, of which ${copies} are copies of others`);
    console.log(`${result.seconds.toFixed(1)} s from the request to the last certificate`);
    for (const problem of problems.slice(0, 20)) console.log(problem);
    console.log(`${problems.length} problems`);
    return { ...result, isKept: problems.length === 0 };
  },
  'campaign',
);
