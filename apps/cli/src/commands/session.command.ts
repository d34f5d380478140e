import { ClientCredentials } from '@governance/client';
import { type App } from '../app';
import { problemOfUrl } from '../checked-url';
import { CommandError } from '../command-error';
import { readLine, readText } from '../files/read-text';
import { signOut } from '../tokens/sign-out';
import { type CommandGroup, examples } from './command-group';

interface LoginOptions {
  readonly organization?: string;
  readonly workload?: boolean;
  readonly clientId?: string;
  readonly tokenFile?: string;
  readonly audience?: string;
}

interface TokenOptions {
  readonly clientId?: string;
  readonly clientSecretFile?: string;
  readonly keyFile?: string;
  readonly scope?: string;
}

export const sessionCommands: CommandGroup = (program, run) => {
  examples(
    program
      .command('login')
      .description('sign in by confirming a code in a browser, on this machine or another; or as a workload')
      .option('--organization <id>', 'the organization to enter, for a member of several')
      .option(
        '--workload',
        'sign in with the token of GitHub Actions, GitLab or Kubernetes, without a secret',
      )
      .option('--client-id <id>', 'the client of the trust rule (or GOVERNANCE_CLIENT_ID)')
      .option('--token-file <file>', 'file with a token of another platform (- for stdin)')
      .option('--audience <audience>', 'that of the trust rule, if it is not the identity provider')
      .action(run((app: App, options: LoginOptions) => login(app, options))),
    'governance login --api-url https://api.example.org --public-url https://assess.example.org',
    'governance login --profile globex --organization org_globex --no-browser',
    'governance login --workload --client-id 4f0c… --api-url https://api.example.org',
  );
  program
    .command('logout')
    .description('revoke the session and forget its tokens')
    .action(run((app: App) => logout(app)));
  program
    .command('whoami')
    .description('show who is signed in, where, and with which permissions')
    .action(run((app: App) => whoami(app)));
  examples(
    program
      .command('token')
      .description('print an access token, of the user or of a machine, for scripts')
      .option('--client-id <id>', 'the client of an M2M credential')
      .option('--client-secret-file <file>', 'file with its secret (- for stdin)')
      .option('--key-file <file>', 'its private key (PEM, PKCS #8)')
      .option('--scope <scope>', '"api:full:read api:full:write", or one of them')
      .action(run((app: App, options: TokenOptions) => token(app, options))),
    'curl -H "Authorization: Bearer $(governance token)" https://api.example.org/self/me',
    'governance token --client-id 4f0c… --key-file key.pem',
  );
};

async function login(given: App, { workload, ...options }: LoginOptions): Promise<void> {
  const app = given.knownApiUrl === undefined ? await located(given) : given;
  const { organization } = options;
  if (workload === true) await loginWorkload(app, options);
  else await loginUser(app, options);
  const { apiUrl, knownPublicUrl: publicUrl, profileName } = app;
  app.profiles.save(profileName, { apiUrl, organization, ...(publicUrl !== undefined && { publicUrl }) });
  try {
    app.terminal.note(`Signed in as ${await nameOf(app, workload === true)}`);
  } catch (error) {
    app.terminal.note(`Signed in to ${apiUrl}, but your profile cannot be read:`);
    throw error;
  }
}

/** A machine has no profile. */
async function nameOf(app: App, isMachine: boolean): Promise<string> {
  const [platform, { signal }] = [app.platform(), app];
  if (!isMachine) return (await platform.get('/self/profile', { signal })).email;
  const { sub, org_name: orgName, org_id: orgId } = await platform.get('/self/me', { signal });
  return `${sub} of ${orgName ?? orgId ?? 'no organization'}`;
}

async function loginUser(
  app: App,
  { organization, clientId, tokenFile, audience }: LoginOptions,
): Promise<void> {
  if ((clientId ?? tokenFile ?? audience) !== undefined)
    throw new CommandError('--client-id, --token-file and --audience need --workload');
  await app.signIn({ organization });
}

async function loginWorkload(app: App, { organization, ...options }: LoginOptions): Promise<void> {
  if (organization !== undefined)
    throw new CommandError('--organization: a trust rule has its organization. Omit it with --workload');
  await app.signInWorkload(options);
}

/** On a new machine: asks for the addresses of the service. @throws CommandError if the user cannot be asked. */
async function located(app: App): Promise<App> {
  if (!app.terminal.isInteractive) return app;
  const { input } = await import('@inquirer/prompts');
  const context = { output: app.terminal.promptOutput, signal: app.signal };
  const ask = (message: string, required: boolean): Promise<string> =>
    input({ message, required, validate: (url) => (url === '' && !required) || problemOfUrl(url) }, context);
  const apiUrl = await ask('Address of the platform, such as https://api.example.org:', true);
  const publicUrl = await ask('Address of the assessment site, for `assess` and `verify` (optional):', false);
  return app.at({ apiUrl, ...(publicUrl !== '' && { publicUrl }) });
}

async function logout(app: App): Promise<void> {
  const place = await signOut(app.tokenStore, app.profileName);
  app.terminal.note(place === undefined ? 'You were not signed in' : `Signed out of ${place}`);
}

async function whoami(app: App): Promise<void> {
  const { signal, apiUrl: service, profileName: profile } = app;
  const platform = app.platform();
  const me = await platform.get('/self/me', { signal });
  const { sub, scope, permissions, org_id: orgId, org_name: orgName } = me;
  // A machine has no profile.
  const person = permissions.includes('self:profile:read')
    ? await platform.get('/self/profile', { signal })
    : undefined;
  const named = person && { email: person.email, name: person.name };
  const organization = { organization: orgName ?? orgId, organizationId: orgId };
  app.show({ sub, ...named, ...organization, service, profile, scope, permissions });
}

async function token(app: App, options: TokenOptions): Promise<void> {
  app.takesOnly(['table'], 'this command prints the token as it is');
  const { clientId } = options;
  const source = clientId === undefined ? app.tokens() : await machineTokens(app, { ...options, clientId });
  app.terminal.result(`${await source.token(app.signal)}\n`);
}

async function machineTokens(
  app: App,
  { clientId, clientSecretFile, keyFile, scope }: TokenOptions & { readonly clientId: string },
): Promise<ClientCredentials> {
  if ((clientSecretFile === undefined) === (keyFile === undefined))
    throw new CommandError('Give --client-secret-file or --key-file with --client-id');
  const authentication =
    clientSecretFile === undefined
      ? { privateKey: await readText(keyFile ?? '', app.terminal.stdin) }
      : { clientSecret: await readLine(clientSecretFile, app.terminal.stdin, 'a client secret') };
  const more = scope === undefined ? {} : { scope };
  return new ClientCredentials({ apiUrl: app.apiUrl, clientId, authentication, ...more });
}
