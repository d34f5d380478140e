import { type PlatformTypes } from '@governance/client';
import { type App } from '../app';
import { asked, confirmed } from '../ask';
import { CommandError } from '../command-error';
import { exitCode } from '../exit-code';
import { readLine } from '../files/read-text';
import { type CommandGroup, examples, group } from './command-group';

type Schemas = PlatformTypes['schemas'];

interface AddOptions {
  readonly name?: string;
  readonly issuer?: string;
  readonly clientId?: string;
  readonly clientSecretFile?: string;
  readonly disabled?: boolean;
}

interface Yes {
  readonly yes?: boolean;
}

export const connectionsCommands: CommandGroup = (program, run) => {
  for (const add of [connectionCommands, domainCommands]) add(program, run);
};

const connectionCommands: CommandGroup = (program, run) => {
  const connections = group(program, 'connections', "your organization's own identity providers");
  connections
    .command('list')
    .description('list the connections')
    .action(run((app: App) => list(app)));
  examples(
    connections
      .command('add')
      .description('add a connection')
      .option('--name <name>', 'the name that members see')
      .option('--issuer <url>', 'the issuer of the provider')
      .option('--client-id <id>', 'the client that you registered there')
      .option('--client-secret-file <file>', 'file with its secret (- for stdin)')
      .option('--disabled', 'add it disabled')
      .action(run((app: App, options: AddOptions) => add(app, options))),
    'governance connections add --name Entra --issuer https://login.example --client-id … --client-secret-file secret',
  );
  connections
    .command('test')
    .description('check that a connection can be used to sign in')
    .argument('<id>', 'the connection')
    .action(run((app: App, id: string) => test(app, id)));
  for (const [name, enabled] of [['enable', true] as const, ['disable', false] as const])
    connections
      .command(name)
      .description(
        enabled
          ? 'enable a connection: members can sign in with it'
          : 'disable a connection: members can no longer sign in with it',
      )
      .argument('<id>', 'the connection')
      .action(run((app: App, id: string) => setEnabled(app, id, enabled)));
  connections
    .command('remove')
    .description('remove a connection')
    .argument('<id>', 'the connection')
    .option('--yes', 'do not ask')
    .action(run((app: App, id: string, options: Yes) => remove(app, id, options)));
};

const domainCommands: CommandGroup = (program, run) => {
  const domains = group(program, 'domains', 'email domains of your organization');
  domains
    .command('list')
    .description('list the domains')
    .action(run((app: App) => listDomains(app)));
  domains
    .command('add')
    .description('add a domain, and get the DNS record that proves it')
    .argument('<domain>', 'such as example.com')
    .option('--connection <id>', 'the connection for addresses of the domain')
    .action(run((app: App, name: string, options: DomainOptions) => addDomain(app, name, options)));
  domains
    .command('check')
    .description('check the DNS record of a domain')
    .argument('<domain>', 'such as example.com')
    .action(run((app: App, name: string) => checkDomain(app, name)));
  domains
    .command('remove')
    .description('remove a domain')
    .argument('<domain>', 'such as example.com')
    .option('--yes', 'do not ask')
    .action(run((app: App, name: string, options: Yes) => removeDomain(app, name, options)));
};

interface DomainOptions {
  readonly connection?: string;
}

async function list(app: App): Promise<void> {
  const { connections: rows } = await app.platform().get('/iam/connections', { signal: app.signal });
  app.list({
    rows,
    columns: [
      { title: 'id', value: ({ id }) => id },
      { title: 'name', value: ({ name }) => name },
      { title: 'type', value: ({ type }) => type },
      { title: 'enabled', value: ({ enabled }) => enabled },
    ],
  });
}

async function add(app: App, options: AddOptions): Promise<void> {
  const name = await asked(app, options.name, { option: '--name', message: 'Name' });
  const issuer = await asked(app, options.issuer, { option: '--issuer', message: 'Issuer' });
  const clientId = await asked(app, options.clientId, { option: '--client-id', message: 'Client id' });
  const body: Schemas['CreateConnection'] = {
    name,
    issuer,
    client_id: clientId,
    client_secret: await secretOf(app, options),
    enabled: options.disabled !== true,
  };
  app.show(await app.platform().post('/iam/connections', { body, signal: app.signal }));
}

/** Never an option of its own: other users of the machine see the command lines. */
async function secretOf(app: App, { clientSecretFile }: AddOptions): Promise<string> {
  const { terminal, signal } = app;
  if (clientSecretFile !== undefined) return readLine(clientSecretFile, terminal.stdin, 'a client secret');
  if (!terminal.isInteractive) throw new CommandError('Give --client-secret-file');
  const { password } = await import('@inquirer/prompts');
  return password({ message: 'Client secret', mask: true }, { output: terminal.promptOutput, signal });
}

async function test(app: App, connectionId: string): Promise<void> {
  const call = { path: { connectionId }, body: {}, signal: app.signal };
  const {
    ok,
    problem,
    problem_description: text,
  } = await app.platform().post('/iam/connections/{connectionId}/test', call);
  app.show({ ok, problem, problem_description: text });
  if (!ok) throw new CommandError(text ?? String(problem), exitCode.negative);
}

async function setEnabled(app: App, connectionId: string, enabled: boolean): Promise<void> {
  const call = { path: { connectionId }, body: { enabled }, signal: app.signal };
  app.show(await app.platform().patch('/iam/connections/{connectionId}', call));
}

async function remove(app: App, connectionId: string, options: Yes): Promise<void> {
  await confirmed(app, `Remove the connection ${connectionId}?`, options);
  await app
    .platform()
    .delete('/iam/connections/{connectionId}', { path: { connectionId }, signal: app.signal });
  app.terminal.note(`Removed ${connectionId}`);
}

async function listDomains(app: App): Promise<void> {
  const { domains: rows } = await app.platform().get('/iam/domains', { signal: app.signal });
  app.list({
    rows,
    columns: [
      { title: 'name', value: ({ name }) => name },
      { title: 'connection', value: ({ connection_id: id }) => id },
      { title: 'proven', value: ({ proven_at: at }) => at },
      { title: 'txt record', value: ({ challenge }) => challenge.name },
      { title: 'txt value', value: ({ challenge }) => challenge.value },
    ],
  });
}

async function addDomain(app: App, name: string, { connection }: DomainOptions): Promise<void> {
  const body = { name, ...(connection !== undefined && { connection_id: connection }) };
  app.show(await app.platform().post('/iam/domains', { body, signal: app.signal }));
}

async function checkDomain(app: App, domainName: string): Promise<void> {
  const call = { path: { domainName }, body: {}, signal: app.signal };
  const { domain, problem } = await app.platform().post('/iam/domains/{domainName}/check', call);
  app.show({ ...domain, problem });
  if (problem !== null) throw new CommandError(problem, exitCode.negative);
}

async function removeDomain(app: App, domainName: string, options: Yes): Promise<void> {
  await confirmed(app, `Remove the domain ${domainName}?`, options);
  await app.platform().delete('/iam/domains/{domainName}', { path: { domainName }, signal: app.signal });
  app.terminal.note(`Removed ${domainName}`);
}
