import { type PlatformOperations, type PlatformTypes } from '@governance/client';
import { type Command } from 'commander';
import { type App } from '../app';
import { CommandError } from '../command-error';
import { wholeNumber } from '../numbers';
import { firstRows } from '../output/first-rows';
import { type CommandGroup, examples, group } from './command-group';
import { download } from './download';

type Schemas = PlatformTypes['schemas'];
type Query = Omit<NonNullable<PlatformOperations['getPortfolio']['parameters']['query']>, 'api-version'>;

/** A print takes seconds, unless many others wait. */
const longestWaitMs = 60_000;

interface ListOptions extends Query {
  readonly limit: number;
}

export const portfolioCommands: CommandGroup = (program, run) => {
  const portfolio = group(program, 'portfolio', 'all clients of your organization at a glance');
  withFilters(portfolio.command('show').description('count clients by tier, verdict and renewal')).action(
    run((app: App, options: Query) => show(app, options)),
  );
  examples(
    withFilters(portfolio.command('gaps').description('list the gaps that most clients share')).action(
      run((app: App, options: Query) => gaps(app, options)),
    ),
    'governance portfolio gaps --tag gold',
  );
  withFilters(
    portfolio.command('clients').description('list clients with what has changed, and the next step'),
  )
    .option('--limit <number>', 'the most clients to list', wholeNumber, 50)
    .action(run((app: App, options: ListOptions) => clients(app, options)));
  examples(
    portfolio
      .command('review-pack')
      .description('write a PDF for the meeting with a client: result, trend, plan, frameworks and evidence')
      .argument('<id>', 'the client')
      .requiredOption('--file <file>', 'the PDF to write')
      .action(run((app: App, id: string, { file }: { readonly file: string }) => reviewPack(app, id, file))),
    'governance portfolio review-pack ID --file globex.pdf',
  );
};

function withFilters(command: Command): Command {
  return command
    .option('--tag <tag>', 'of clients with this tag')
    .option('--owner <id>', 'of clients that this member looks after');
}

function filterOf({ tag, owner }: Query): Query {
  return Object.fromEntries(Object.entries({ tag, owner }).filter(([, value]) => value !== undefined));
}

function read(app: App, options: Query): Promise<Schemas['Portfolio']> {
  return app.platform().get('/org/portfolio', { query: filterOf(options), signal: app.signal });
}

/** A table has the numbers alone: the gaps have a list of their own. */
async function show(app: App, options: Query): Promise<void> {
  const portfolio = await read(app, options);
  if (app.format === 'json') {
    app.show(portfolio);
    return;
  }
  const { clients: all, assessed, launch_allowed: ready, overdue, tiers, renewals } = portfolio;
  app.show({
    clients: all,
    assessed,
    launch_allowed: ready,
    overdue,
    tiers: tiers.map(({ tier, clients: count }) => `${tier}:${count}`),
    renewals: renewals.map(({ month, clients: count }) => `${month}:${count}`),
  });
}

async function gaps(app: App, options: Query): Promise<void> {
  const { shared_gaps: rows } = await read(app, options);
  app.list({
    rows,
    columns: [
      { title: 'clients', value: ({ clients: count }) => count },
      { title: 'keeps from launch', value: ({ blocked_launches: count }) => count },
      { title: 'days', value: ({ effort_days: days }) => days },
      { title: 'question', value: ({ question_id: id }) => id },
      { title: 'gap', value: ({ title }) => title },
    ],
  });
}

async function clients(app: App, { limit, ...filter }: ListOptions): Promise<void> {
  const query = { ...filterOf(filter), limit: Math.min(limit, 100) };
  const pages = app.platform().pages('/org/portfolio/clients', { query, signal: app.signal });
  app.list({
    rows: await firstRows(pages, limit, ({ clients: rows }) => rows),
    columns: [
      { title: 'id', value: ({ client_id: id }) => id },
      { title: 'client', value: ({ client_name: name, reference, domain }) => name ?? reference ?? domain },
      { title: 'score', value: ({ overall_score: score }) => score },
      { title: 'change', value: ({ score_change: change }) => change },
      { title: 'tier', value: ({ tier }) => tier },
      { title: 'better', value: ({ improved }) => improved.length },
      { title: 'worse', value: ({ worsened }) => worsened.length },
      { title: 'next step', value: ({ next_step: step }) => step?.title },
      { title: 'days', value: ({ next_step: step }) => step?.effort_days },
    ],
  });
}

async function reviewPack(app: App, clientId: string, file: string): Promise<void> {
  const call = { path: { clientId }, signal: app.signal };
  const pack = await app.platform().document('/org/clients/{clientId}/review-pack', longestWaitMs, call);
  if (pack === undefined)
    throw new CommandError('The review pack is still being made. Try again in a minute');
  await download(app, { file, kind: 'json' }, () => Promise.resolve(pack));
}
