import { type PlatformOperations, type PlatformTypes } from '@governance/client';
import { type Command, Option } from 'commander';
import { type App } from '../app';
import { asked, confirmed } from '../ask';
import { partsOf } from '../clients/file-parts';
import { CommandError } from '../command-error';
import { exitCode } from '../exit-code';
import { readText } from '../files/read-text';
import { collected, wholeNumber } from '../numbers';
import { firstRows } from '../output/first-rows';
import { type CommandGroup, examples, group } from './command-group';
import { download } from './download';

type Schemas = PlatformTypes['schemas'];
type ImportedLine = Schemas['ImportedLine'];
type Query = Omit<NonNullable<PlatformOperations['exportClients']['parameters']['query']>, 'api-version'>;

interface FilterOptions extends Omit<Query, 'launch_allowed' | 'renew_before'> {
  readonly launchAllowed?: Query['launch_allowed'];
  readonly renewBefore?: string;
}

interface ListOptions extends FilterOptions {
  readonly limit: number;
}

interface ExportOptions extends FilterOptions {
  readonly file?: string;
}

interface DetailOptions {
  readonly name?: string;
  readonly contactName?: string;
  readonly contactEmail?: string;
  readonly reference?: string;
  readonly domain?: string;
  readonly tag?: readonly string[];
  readonly owner?: string;
  readonly member?: readonly string[];
  readonly archived?: 'true' | 'false';
}

export const clientsCommands: CommandGroup = (program, run) => {
  const clients = group(program, 'clients', 'the companies that your organization assesses');
  withFilters(clients.command('list').description('list the newest clients'))
    .option('--limit <number>', 'the most clients to list', wholeNumber, 50)
    .action(run((app: App, options: ListOptions) => list(app, options)));
  clients
    .command('show')
    .description('show a client')
    .argument('<id>', 'the client')
    .action(run((app: App, id: string) => show(app, id)));
  examples(
    withDetails(clients.command('create').description('create a client')).action(
      run((app: App, options: DetailOptions) => create(app, options)),
    ),
    'governance clients create --name "Globex Ltd" --contact-email eva@globex.example --reference CW-1042 --tag gold',
  );
  examples(
    withDetails(
      clients.command('update').description('change a client; an empty text removes what it is for'),
    )
      .argument('<id>', 'the client')
      .action(run((app: App, id: string, options: DetailOptions) => update(app, id, options))),
    'governance clients update ID --archived true',
    "governance clients update ID --contact-name '' --contact-email ''",
    'governance clients update ID --member user_ada --member user_bob',
  );
  clients
    .command('delete')
    .description('delete a client with its contact; to keep a former one, archive it')
    .argument('<id>', 'the client')
    .option('--yes', 'do not ask')
    .action(run((app: App, id: string, options: { readonly yes?: boolean }) => remove(app, id, options)));
  examples(
    clients
      .command('import')
      .description('create and change clients by a CSV file, such as an edited export; lists what is refused')
      .argument('<file>', 'with the names of the columns in its first line; - for stdin')
      .action(run((app: App, file: string) => importFile(app, file))),
    'governance clients import clients.csv',
  );
  withFilters(clients.command('export').description('write all clients as CSV, to a file or stdout'))
    .option('--file <file>', 'the file to write')
    .action(run((app: App, options: ExportOptions) => exportClients(app, options)));
};

function withFilters(command: Command): Command {
  return command
    .option('--search <words>', 'whole words of name, reference, domain and contact')
    .option('--tag <tag>', 'with this tag')
    .option('--owner <id>', 'that this member looks after')
    .addOption(new Option('--archived <whether>').choices(['true', 'false']))
    .addOption(new Option('--tier <tier>').choices(['Critical', 'Developing', 'Progressing', 'Ready']))
    .addOption(new Option('--launch-allowed <verdict>').choices(['true', 'false']))
    .option('--renew-before <time>', 'to assess again before this time (RFC 3339)')
    .addOption(new Option('--assessed <whether>').choices(['true', 'false']));
}

function withDetails(command: Command): Command {
  return command
    .option('--name <name>', 'the name of the client')
    .option('--contact-name <name>', 'the person to write to')
    .option('--contact-email <address>', 'where to write')
    .option('--reference <key>', 'the key of the client in your own system')
    .option('--domain <domain>', 'a domain of the client')
    .option('--tag <tag>', 'a group that the client belongs to; repeatable, replaces all', collected)
    .option('--owner <id>', 'the member who looks after the client')
    .option('--member <id>', 'a member who sees the client; repeatable, replaces all', collected)
    .addOption(new Option('--archived <whether>', 'a former client').choices(['true', 'false']));
}

function filterOf({ search, tag, owner, archived, tier, assessed, ...others }: FilterOptions): Query {
  const { launchAllowed, renewBefore } = others;
  const ofResult = { tier, launch_allowed: launchAllowed, renew_before: renewBefore, assessed };
  const all = { search, tag, owner, archived, ...ofResult };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

async function list(app: App, { limit, ...filter }: ListOptions): Promise<void> {
  const query = { ...filterOf(filter), limit: Math.min(limit, 100) };
  const pages = app.platform().pages('/org/clients', { query, signal: app.signal });
  app.list({
    rows: await firstRows(pages, limit, ({ clients: rows }) => rows),
    columns: [
      { title: 'id', value: ({ id }) => id },
      { title: 'name', value: ({ name }) => name },
      { title: 'reference', value: ({ reference }) => reference },
      { title: 'contact', value: ({ contact_email: email, contact_name: name }) => email ?? name },
      { title: 'domain', value: ({ domain }) => domain },
      { title: 'tags', value: ({ tags }) => tags },
      { title: 'archived', value: ({ archived }) => (archived ? 'yes' : 'no') },
    ],
  });
}

async function show(app: App, clientId: string): Promise<void> {
  const call = { path: { clientId }, signal: app.signal };
  app.show(await app.platform().get('/org/clients/{clientId}', call));
}

async function create(app: App, options: DetailOptions): Promise<void> {
  const name = await asked(app, options.name, { option: '--name', message: 'Name of the client' });
  const body = { ...textsOf(options), ...othersOf(options), name };
  app.show(await app.platform().post('/org/clients', { body, signal: app.signal }));
}

async function update(app: App, clientId: string, options: DetailOptions): Promise<void> {
  const texts: Record<string, string | null> = { ...textsOf(options) };
  for (const [member, text] of Object.entries(texts)) if (text === '') texts[member] = null;
  const body: Schemas['UpdateClient'] = { ...texts, ...othersOf(options) };
  if (Object.keys(body).length === 0) throw new CommandError('Give an option of what to change');
  const call = { path: { clientId }, body, signal: app.signal };
  app.show(await app.platform().patch('/org/clients/{clientId}', call));
}

/** Those that an empty text removes. */
function textsOf(
  options: DetailOptions,
): Omit<Schemas['CreateClient'], 'name' | 'tags' | 'member_ids' | 'archived'> {
  const texts = {
    contact_name: options.contactName,
    contact_email: options.contactEmail,
    reference: options.reference,
    domain: options.domain,
    owner_id: options.owner,
  };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
}

function othersOf({
  name,
  tag,
  member,
  archived,
}: DetailOptions): Pick<Schemas['UpdateClient'], 'name' | 'tags' | 'member_ids' | 'archived'> {
  return {
    ...(name !== undefined && { name }),
    ...(tag && { tags: tag.filter((text) => text !== '') }),
    ...(member && { member_ids: member.filter((text) => text !== '') }),
    ...(archived !== undefined && { archived: archived === 'true' }),
  };
}

async function remove(app: App, clientId: string, options: { readonly yes?: boolean }): Promise<void> {
  await confirmed(app, `Delete the client ${clientId} with its contact?`, options);
  await app.platform().delete('/org/clients/{clientId}', { path: { clientId }, signal: app.signal });
  app.terminal.note(`Deleted ${clientId}`);
}

/** A long file takes several requests. What earlier ones did stays if a later one fails. */
async function importFile(app: App, file: string): Promise<void> {
  const lines: ImportedLine[] = [];
  for (const part of partsOf(await readText(file, app.terminal.stdin), file)) {
    const body = { csv: part.csv };
    const report = await app.platform().post('/org/clients/import', { body, signal: app.signal });
    lines.push(...report.lines.map((each, index) => ({ ...each, line: part.lines[index] ?? each.line })));
  }
  const count = (wanted: ImportedLine['outcome']): number =>
    lines.filter(({ outcome }) => outcome === wanted).length;
  const refused = lines.filter(({ outcome }) => outcome === 'refused');
  app.list({
    rows: app.format === 'table' ? refused : lines,
    columns: [
      { title: 'line', value: ({ line }) => line },
      { title: 'outcome', value: ({ outcome }) => outcome },
      { title: 'id', value: ({ id }) => id },
      { title: 'reason', value: ({ reason }) => reason },
    ],
  });
  app.terminal.note(
    `${count('created')} created, ${count('updated')} updated, ${count('unchanged')} unchanged`,
  );
  if (refused.length > 0)
    throw new CommandError(
      `${refused.length} lines were refused. The others were carried out`,
      exitCode.negative,
    );
}

async function exportClients(app: App, { file, ...filter }: ExportOptions): Promise<void> {
  app.takesOnly(['table', 'csv'], 'this command writes CSV');
  const platform = app.platform();
  const { signal } = app;
  await download(app, { file, kind: 'csv' }, () =>
    platform.stream('/org/clients/export', { query: filterOf(filter), signal }),
  );
}
