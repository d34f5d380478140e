import { type PlatformOperations } from '@governance/client';
import { type Command, Option } from 'commander';
import { type App } from '../app';
import { CommandError } from '../command-error';
import { wholeNumber } from '../numbers';
import { type ProofOptions } from '../verify/check-proof';
import { firstRows } from '../output/first-rows';
import { type CommandGroup, examples, group } from './command-group';
import { download } from './download';

/** Operations of later versions pass: the service checks them. */
type FilterOptions = Omit<
  NonNullable<PlatformOperations['exportAuditEvents']['parameters']['query']>,
  'api-version' | 'format'
>;

interface ListOptions extends FilterOptions {
  readonly limit: number;
}

interface ExportOptions extends FilterOptions {
  readonly format?: 'jsonl' | 'csv';
  readonly proof?: boolean;
  readonly since?: string;
  readonly file?: string;
}

export const auditCommands: CommandGroup = (program, run) => {
  const audit = group(program, 'audit', 'audit events of your organization');
  withFilters(audit.command('list').description('list the newest events'))
    .option('--limit <number>', 'the most events to list', wholeNumber, 50)
    .action(run((app: App, options: ListOptions) => list(app, options)));
  examples(
    withFilters(audit.command('export').description('write all events, or their proof, to a file or stdout'))
      .addOption(new Option('--format <format>', 'jsonl (default) or csv').choices(['jsonl', 'csv']))
      .option('--proof', 'the signed proof of all events, for `audit verify`')
      .option('--since <file>', 'with --proof: only the events since this earlier proof')
      .option('--file <file>', 'the file to write')
      .action(run((app: App, options: ExportOptions) => exportEvents(app, options))),
    'governance audit export --from 2026-01-01T00:00:00Z --format csv --file audit.csv',
    'governance audit export --proof --file proof.jsonl',
    'governance audit export --proof --since proof.jsonl --file later.jsonl',
  );
  examples(
    audit
      .command('verify')
      .description('check a proof: names events that were changed, removed or reordered')
      .argument('<file>', 'of `audit export --proof`')
      .option('--issuer <url>', 'the issuer that you trust, instead of the public surface of the profile')
      .option('--keys <file>', "the issuer's keys (jwks.json): without any request")
      .option('--since <file>', 'the proof before it: names a history that was rewritten since')
      .option('--org <id>', 'the organization that the proof must be of')
      .option('--max-age <days>', 'refuse a proof whose last signature is older', wholeNumber)
      .action(run((app: App, file: string, options: ProofOptions) => verify(app, file, options))),
    'governance audit verify proof.jsonl',
    'governance audit verify later.jsonl --since proof.jsonl --max-age 7',
  );
};

function withFilters(command: Command): Command {
  return command
    .option('--actor <id>', 'events of this user or client')
    .option('--operation <name>', 'such as m2m-credentials:create')
    .option('--target <id>', 'events about this resource')
    .addOption(new Option('--outcome <outcome>').choices(['done', 'refused', 'abandoned']))
    .option('--from <time>', 'from this time (RFC 3339)')
    .option('--to <time>', 'before this time (RFC 3339)');
}

function filterOf({ actor, operation, target, outcome, from, to }: FilterOptions): FilterOptions {
  const all = { actor, operation, target, outcome, from, to };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

async function list(app: App, options: ListOptions): Promise<void> {
  const query = { ...filterOf(options), limit: Math.min(options.limit, 100) };
  const pages = app.platform().pages('/iam/audit-events', { query, signal: app.signal });
  app.list({
    rows: await firstRows(pages, options.limit, ({ audit_events: rows }) => rows),
    columns: [
      { title: 'time', value: ({ created_at: at }) => at },
      { title: 'actor', value: ({ actor }) => actor.subject },
      { title: 'operation', value: ({ operation }) => operation },
      { title: 'target', value: ({ target }) => target },
      { title: 'outcome', value: ({ outcome }) => outcome },
      { title: 'reason', value: ({ reason }) => reason },
    ],
  });
}

async function exportEvents(app: App, options: ExportOptions): Promise<void> {
  const { proof, since, file, ...filter } = options;
  const { signal } = app;
  if (since !== undefined && proof !== true) throw new CommandError('Give --since with --proof only');
  if (proof === true) app.takesOnly(['table', 'json'], 'a proof is JSON lines');
  const format = options.format ?? (app.format === 'csv' ? 'csv' : 'jsonl');
  const kind = proof !== true && format === 'csv' ? 'csv' : 'json';
  await download(app, { file, kind }, async () => {
    if (proof === true) return (await import('../verify/signed-proof.js')).signedProof(app, since);
    const query = { ...filterOf(filter), format };
    return app.platform().stream('/iam/audit-events/export', { query, signal });
  });
}

async function verify(app: App, file: string, options: ProofOptions): Promise<void> {
  // Loaded when needed, as in `governance verify`.
  const { checkProof } = await import('../verify/check-proof.js');
  await checkProof(app, file, options);
}
