import { type PlatformTypes } from '@governance/client';
import { readCsv } from '@governance/kernel';
import { type Command, Option } from 'commander';
import { type App } from '../app';
import { asked, confirmed } from '../ask';
import { CommandError } from '../command-error';
import { readText } from '../files/read-text';
import { collected, wholeNumber } from '../numbers';
import { firstRows } from '../output/first-rows';
import { type CommandGroup, examples, group } from './command-group';

type Schemas = PlatformTypes['schemas'];
type Campaign = Schemas['Campaign'];
type Mode = Schemas['CreateCampaign']['mode'];
type Clients = Schemas['CreateCampaign']['clients'];

const modes: readonly Mode[] = ['msp-self', 'client-on-behalf'];

interface ListOptions {
  readonly limit: number;
  readonly client?: string;
}

interface CreateOptions {
  readonly name?: string;
  readonly mode: Mode;
  readonly due?: string;
  readonly message?: string;
  readonly client?: readonly string[];
  readonly file?: string;
  readonly all?: boolean;
  readonly search?: string;
  readonly tag?: string;
  readonly owner?: string;
  readonly yes?: boolean;
}

export const campaignsCommands: CommandGroup = (program, run) => {
  const campaigns = group(program, 'campaigns', 'questionnaires that your organization sends to clients');
  campaigns
    .command('list')
    .description('list the newest campaigns with their progress')
    .option('--limit <number>', 'the most campaigns to list', wholeNumber, 50)
    .option('--client <id>', 'only campaigns that ask this client, with its step')
    .action(run((app: App, options: ListOptions) => list(app, options)));
  campaigns
    .command('show')
    .description('show a campaign with its progress')
    .argument('<id>', 'the campaign')
    .action(run((app: App, id: string) => show(app, id)));
  campaigns
    .command('clients')
    .description('list how far each client of a campaign has come')
    .argument('<id>', 'the campaign')
    .option('--limit <number>', 'the most clients to list', wholeNumber, 1_000)
    .action(run((app: App, id: string, { limit }: { readonly limit: number }) => clients(app, id, limit)));
  examples(
    withClients(
      campaigns.command('create').description('send a questionnaire to clients; tells which get no mail'),
    ).action(run((app: App, options: CreateOptions) => create(app, options))),
    'governance campaigns create --name "Spring 2027" --due 2027-03-31 --tag gold',
    'governance campaigns create --name "Renewals" --due 2027-03-31 --file clients.csv --message "Before the audit"',
  );
  campaigns
    .command('close')
    .description('end the links and mails of a campaign; what was submitted stays')
    .argument('<id>', 'the campaign')
    .option('--yes', 'do not ask')
    .action(run((app: App, id: string, options: { readonly yes?: boolean }) => close(app, id, options)));
  campaigns
    .command('delete')
    .description('delete a campaign with its progress and unfinished answers; submitted results stay')
    .argument('<id>', 'the campaign')
    .option('--yes', 'do not ask')
    .action(run((app: App, id: string, options: { readonly yes?: boolean }) => remove(app, id, options)));
};

function withClients(command: Command): Command {
  return command
    .option('--name <name>', 'a name for your organization itself')
    .addOption(new Option('--mode <mode>', 'what is assessed').choices(modes).default('msp-self'))
    .option('--due <day>', 'the last day to answer, such as 2027-03-31')
    .option('--message <text>', 'what the mail says in your words: plain text without links')
    .option('--client <id>', 'a client to ask; repeatable', collected)
    .option('--file <file>', 'a CSV file of clients, with a column id or reference; - for stdin')
    .option('--all', 'ask all clients')
    .option('--search <words>', 'ask clients by whole words of name, reference, domain and contact')
    .option('--tag <tag>', 'ask clients with this tag')
    .option('--owner <id>', 'ask clients that this member looks after')
    .option('--yes', 'do not ask');
}

async function list(app: App, { limit, client }: ListOptions): Promise<void> {
  const query = { limit: Math.min(limit, 100), ...(client !== undefined && { client_id: client }) };
  const pages = app.platform().pages('/org/campaigns', { query, signal: app.signal });
  app.list({
    rows: await firstRows(pages, limit, ({ campaigns: rows }) => rows),
    columns: [
      { title: 'id', value: ({ id }) => id },
      { title: 'name', value: ({ name }) => name },
      { title: 'due', value: ({ due_at: due }) => due.slice(0, 10) },
      { title: 'clients', value: ({ progress }) => progress.clients },
      { title: 'sent', value: ({ progress }) => progress.sent },
      { title: 'started', value: ({ progress }) => progress.started },
      { title: 'submitted', value: ({ progress }) => progress.submitted },
      { title: 'overdue', value: ({ progress }) => progress.overdue },
      { title: 'closed', value: ({ closed_at: closed }) => (closed === null ? 'no' : 'yes') },
      ...(client === undefined ? [] : [{ title: 'step', value: stepOfClient }]),
    ],
  });
}

function stepOfClient({ client_step: step }: Campaign): string | undefined {
  return step;
}

async function show(app: App, campaignId: string): Promise<void> {
  const call = { path: { campaignId }, signal: app.signal };
  app.show(await app.platform().get('/org/campaigns/{campaignId}', call));
}

async function clients(app: App, campaignId: string, limit: number): Promise<void> {
  const call = { path: { campaignId }, query: { limit: Math.min(limit, 200) }, signal: app.signal };
  const pages = app.platform().pages('/org/campaigns/{campaignId}/clients', call);
  app.list({
    rows: await firstRows(pages, limit, ({ clients: rows }) => rows),
    columns: [
      { title: 'client', value: ({ client_id: id }) => id },
      { title: 'name', value: ({ name }) => name },
      { title: 'reference', value: ({ reference }) => reference },
      { title: 'step', value: ({ step }) => step },
      { title: 'submitted', value: ({ submitted_at: at }) => at },
      { title: 'result', value: ({ result_id: id }) => id },
      { title: 'failure', value: ({ failure }) => failure },
    ],
  });
}

async function create(app: App, options: CreateOptions): Promise<void> {
  const chosen = await clientsOf(app, options);
  const name = await asked(app, options.name, { option: '--name', message: 'Name of the campaign' });
  const due = await asked(app, options.due, { option: '--due', message: 'The last day to answer' });
  const { mode, message } = options;
  await confirmed(app, `Send the campaign ${name} to ${chosen.said}?`, options);
  const body = {
    name,
    mode,
    due_at: /^\d{4}-\d\d-\d\d$/.test(due) ? `${due}T12:00:00Z` : due,
    ...(message !== undefined && { message }),
    clients: chosen.clients,
  };
  const created = await app.platform().post('/org/campaigns', { body, signal: app.signal });
  app.show(created);
  if (created.left_out.length > 0)
    app.terminal.note(`${created.left_out.length} clients get no mail: see left_out`);
}

/** Whom the options name, in one way. */
async function clientsOf(
  app: App,
  { client = [], file, all = false, search, tag, owner }: CreateOptions,
): Promise<{ readonly clients: Clients; readonly said: string }> {
  const filter = Object.fromEntries(
    Object.entries({ search, tag, owner }).filter(([, text]) => text !== undefined),
  );
  const isFiltered = all || Object.keys(filter).length > 0;
  if ([client.length > 0, file !== undefined, isFiltered].filter(Boolean).length !== 1)
    throw new CommandError('Name the clients by --client, by --file, by a filter, or by --all');
  if (isFiltered) return { clients: { filter }, said: all ? 'all clients' : 'the clients of the filter' };
  const ids = file === undefined ? client : await idsIn(app, file);
  return { clients: { ids: [...ids] }, said: `${ids.length} clients` };
}

/** The ids of the clients in a file that names them by their ids or by their references. */
async function idsIn(app: App, file: string): Promise<readonly string[]> {
  const [head, ...rows] = readCsv(await readText(file, app.terminal.stdin)) ?? [];
  const titles = head?.cells.map((title) => title.trim().toLowerCase()) ?? [];
  const texts = (title: string): string[] =>
    rows.map(({ cells }) => cells[titles.indexOf(title)]?.trim() ?? '').filter((text) => text !== '');
  if (titles.includes('id')) return texts('id');
  if (titles.includes('reference')) return idsOfReferences(app, new Set(texts('reference')));
  throw new CommandError(`${file} is not a CSV file with a column id or reference`);
}

async function idsOfReferences(app: App, wanted: Set<string>): Promise<readonly string[]> {
  const ids: string[] = [];
  const query = { limit: 200 };
  for await (const page of app.platform().pages('/org/clients', { query, signal: app.signal })) {
    for (const { id, reference } of page.clients)
      if (reference !== null && wanted.delete(reference)) ids.push(id);
    if (wanted.size === 0) break;
  }
  const [unknown] = wanted;
  if (unknown !== undefined) throw new CommandError(`No client has the reference ${unknown}`);
  return ids;
}

async function close(app: App, campaignId: string, options: { readonly yes?: boolean }): Promise<void> {
  await confirmed(app, `Close the campaign ${campaignId}? Its links no longer work then.`, options);
  const call = { path: { campaignId }, signal: app.signal };
  app.show(await app.platform().post('/org/campaigns/{campaignId}/close', call));
}

async function remove(app: App, campaignId: string, options: { readonly yes?: boolean }): Promise<void> {
  await confirmed(
    app,
    `Delete the campaign ${campaignId} with its progress and unfinished answers?`,
    options,
  );
  await app.platform().delete('/org/campaigns/{campaignId}', { path: { campaignId }, signal: app.signal });
  app.terminal.note(`Deleted ${campaignId}`);
}
