import { type PlatformOperations, type PlatformTypes } from '@governance/client';
import { type Command, Option } from 'commander';
import { type App } from '../app';
import { asked, confirmed } from '../ask';
import { readLine } from '../files/read-text';
import { wholeNumber } from '../numbers';
import { firstRows } from '../output/first-rows';
import { type CommandGroup, examples, group } from './command-group';
import { download } from './download';

type OrgResult = PlatformTypes['schemas']['OrgResult'];

type Query = Omit<NonNullable<PlatformOperations['exportResults']['parameters']['query']>, 'api-version'>;

interface FilterOptions {
  readonly client?: string;
  readonly clientId?: string;
  readonly mode?: Query['mode'];
  readonly tier?: Query['tier'];
  readonly launchAllowed?: Query['launch_allowed'];
  readonly renewBefore?: string;
  readonly latest?: Query['latest'];
}

interface ListOptions extends FilterOptions {
  readonly limit: number;
}

interface ExportOptions extends FilterOptions {
  readonly file?: string;
}

interface AttachOptions {
  readonly capabilityFile?: string;
  readonly client?: string;
}

export const resultsCommands: CommandGroup = (program, run) => {
  const results = group(program, 'results', 'assessment results of your organization');
  withFilters(results.command('list').description('list the newest results'))
    .option('--limit <number>', 'the most results to list', wholeNumber, 50)
    .action(run((app: App, options: ListOptions) => list(app, options)));
  examples(
    withFilters(results.command('export').description('write all results as CSV, to a file or stdout'))
      .option('--file <file>', 'the file to write')
      .action(run((app: App, options: ExportOptions) => exportResults(app, options))),
    'governance results export --latest true --renew-before 2027-01-01T00:00:00Z --file renewals.csv',
  );
  examples(
    results
      .command('attach')
      .description('attach a result, by the address of its page')
      .option('--capability-file <file>', 'with the address, which is a secret; - for stdin')
      .option('--client <id>', 'the client that it belongs to; else found by its domain, or new')
      .action(run((app: App, options: AttachOptions) => attach(app, options))),
    'governance results attach --capability-file address.txt',
  );
  results
    .command('detach')
    .description('detach a result, which is not deleted')
    .argument('<id>', 'the result')
    .option('--yes', 'do not ask')
    .action(run((app: App, id: string, options: { readonly yes?: boolean }) => detach(app, id, options)));
};

function withFilters(command: Command): Command {
  return command
    .option('--client <words>', 'whole words of the client: name, reference, domain, contact')
    .option('--client-id <id>', 'the client')
    .addOption(new Option('--mode <mode>').choices(['msp-self', 'client-on-behalf']))
    .addOption(new Option('--tier <tier>').choices(['Critical', 'Developing', 'Progressing', 'Ready']))
    .addOption(new Option('--launch-allowed <verdict>').choices(['true', 'false']))
    .option('--renew-before <time>', 'to renew before this time (RFC 3339)')
    .addOption(
      new Option('--latest <whether>', 'true: the newest result of each client; false: earlier ones').choices(
        ['true', 'false'],
      ),
    );
}

function filterOf({ clientId, launchAllowed, renewBefore, ...others }: FilterOptions): Query {
  const all = {
    ...others,
    client_id: clientId,
    launch_allowed: launchAllowed,
    renew_before: renewBefore,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

async function list(app: App, options: ListOptions): Promise<void> {
  const query = { ...filterOf(options), limit: Math.min(options.limit, 100) };
  const pages = app.platform().pages('/org/results', { query, signal: app.signal });
  app.list({
    rows: await firstRows(pages, options.limit, ({ results: rows }) => rows),
    columns: [
      { title: 'id', value: ({ id }) => id },
      { title: 'submitted', value: ({ created_at: at }) => at },
      { title: 'client', value: ({ client_name: name, domain }) => name ?? domain },
      { title: 'score', value: ({ overall_score: score }) => score },
      { title: 'change', value: ({ earlier }) => earlier?.score_change },
      { title: 'tier', value: ({ tier }) => tier },
      { title: 'launch', value: ({ launch_allowed: allowed }) => (allowed ? 'yes' : 'no') },
      { title: 'renew by', value: ({ renew_by: by }) => by },
    ],
  });
}

async function exportResults(app: App, { file, ...filter }: ExportOptions): Promise<void> {
  app.takesOnly(['table', 'csv'], 'this command writes CSV');
  const platform = app.platform();
  const { signal } = app;
  await download(app, { file, kind: 'csv' }, () =>
    platform.stream('/org/results/export', { query: filterOf(filter), signal }),
  );
}

async function attach(app: App, { capabilityFile: file, client }: AttachOptions): Promise<void> {
  const entered =
    file === undefined
      ? await asked(app, undefined, { option: '--capability-file', message: 'Address of the result' })
      : await readLine(file, app.terminal.stdin, 'the address of a result');
  app.show(await attachResult(app, entered, client));
}

/** Attaches a result by its capability, to the client with the id. */
export function attachResult(app: App, capability: string, clientId?: string): Promise<OrgResult> {
  const body = {
    capability: capability.trim(),
    ...(clientId !== undefined && { client_id: clientId }),
  };
  return app.platform().post('/org/results', { body, signal: app.signal });
}

async function detach(app: App, resultId: string, options: { readonly yes?: boolean }): Promise<void> {
  await confirmed(app, `Detach the result ${resultId} from your organization?`, options);
  await app.platform().delete('/org/results/{resultId}', { path: { resultId }, signal: app.signal });
  app.terminal.note(`Detached ${resultId}`);
}
