import { type PlatformTypes } from '@governance/client';
import { type Command, Option } from 'commander';
import { type App } from '../app';
import { asked, confirmed } from '../ask';
import { CommandError } from '../command-error';
import { readTextFile } from '../files/read-text';
import { collected, wholeNumber } from '../numbers';
import { secretSink, type SecretOptions } from '../output/secret-sink';
import { type CommandGroup, examples, group } from './command-group';

type Schemas = PlatformTypes['schemas'];
type Issued = Schemas['IssuedCredential'];

interface ValidityOptions extends SecretOptions {
  readonly validForDays?: number;
  readonly expiresAt?: string;
  readonly publicKey?: string;
}

interface CreateOptions extends ValidityOptions {
  readonly name?: string;
  readonly description?: string;
  readonly permission?: NonNullable<Schemas['CreateCredential']['permissions']>;
  readonly identity?: string;
  readonly network?: string[];
}

interface RotateOptions extends ValidityOptions {
  readonly overlap?: number;
}

export const credentialsCommands: CommandGroup = (program, run) => {
  const credentials = group(program, 'credentials', 'M2M credentials of your organization');
  credentials
    .command('list')
    .description('list the credentials')
    .action(run((app: App) => list(app)));
  examples(
    withValidity(
      credentials
        .command('create')
        .description('create a credential with a secret, or register your public key')
        .option('--name <name>', 'the display name')
        .option('--description <text>', 'a note for your admins')
        .option(
          '--permission <permission>',
          'a permission of the new service identity; repeatable',
          collected,
        )
        .option('--identity <id>', 'an existing service identity to act for')
        .option('--network <cidr>', 'the only networks it may be used from; repeatable', collected),
    ).action(run((app: App, options: CreateOptions) => create(app, options))),
    'governance credentials create --name "Nightly export" --secret-file secret.txt',
    'governance credentials create --name Deploy --public-key key.pub.pem --valid-for-days 90',
    'governance credentials create --name CI --secret-stdin-of "gh secret set GOVERNANCE_SECRET"',
  );
  examples(
    withValidity(
      credentials
        .command('rotate')
        .description('replace the secret or the key')
        .argument('<id>', 'the credential')
        .option('--overlap <seconds>', 'for how long the old secret or key stays valid', wholeNumber),
    ).action(run((app: App, id: string, options: RotateOptions) => rotate(app, id, options))),
    'governance credentials rotate ID --overlap 3600 --secret-file secret.new',
  );
  credentials
    .command('rename')
    .description('rename a credential')
    .argument('<id>', 'the credential')
    .argument('<name>', 'the new name')
    .action(run((app: App, id: string, name: string) => rename(app, id, name)));
  credentials
    .command('revoke')
    .description('revoke a credential, or with --previous only the old secret of an overlap')
    .argument('<id>', 'the credential')
    .option('--previous', 'only the previous secret or key')
    .option('--yes', 'do not ask')
    .action(run((app: App, id: string, options: RevokeOptions) => revoke(app, id, options)));
  policyCommands(credentials, run);
};

const policyCommands: CommandGroup = (credentials, run) => {
  const policy = group(credentials, 'policy', 'whether new credentials can have a secret');
  policy
    .command('get')
    .description('show whether secrets are allowed')
    .action(run((app: App) => showPolicy(app)));
  policy
    .command('forbid')
    .description('forbid new secrets: use trust rules or public keys; existing secrets still work')
    .action(run((app: App) => setPolicy(app, 'forbidden')));
  policy
    .command('allow')
    .description('allow new secrets')
    .action(run((app: App) => setPolicy(app, 'allowed')));
};

interface RevokeOptions {
  readonly previous?: boolean;
  readonly yes?: boolean;
}

function withValidity(command: Command): Command {
  return command
    .option('--public-key <file>', 'your public key or certificate (PEM)')
    .option('--valid-for-days <days>', 'until the secret or key expires; 0: never', wholeNumber)
    .option('--expires-at <time>', 'when the key expires (RFC 3339)')
    .addOption(new Option('--secret-file <file>', 'write the secret to a new file that only you can read'))
    .addOption(new Option('--secret-stdin-of <command>', 'run this command with the secret on its stdin'));
}

async function list(app: App): Promise<void> {
  const rows: Schemas['Credential'][] = [];
  for await (const page of app.platform().pages('/iam/m2m-credentials', { signal: app.signal }))
    rows.push(...page.credentials);
  app.list({
    rows,
    columns: [
      { title: 'id', value: ({ id }) => id },
      { title: 'name', value: ({ name }) => name },
      { title: 'type', value: ({ credential_type: type }) => type },
      { title: 'client id', value: ({ client_id: clientId }) => clientId },
      { title: 'permissions', value: ({ permissions }) => permissions },
      { title: 'expires', value: ({ expires_at: at }) => at },
      { title: 'last used', value: ({ last_used_at: at }) => at },
    ],
  });
}

async function create(app: App, options: CreateOptions): Promise<void> {
  const { description, permission, identity, network, publicKey } = options;
  const name = await asked(app, options.name, { option: '--name', message: 'Name of the credential' });
  const body: Schemas['CreateCredential'] = {
    name,
    type: publicKey === undefined ? 'client_secret' : 'public_key',
    ...(publicKey !== undefined && { public_key: pemOf(publicKey) }),
    ...validityOf(options),
    ...(description !== undefined && { description }),
    ...(permission && { permissions: permission }),
    ...(identity !== undefined && { service_identity_id: identity }),
    ...(network && { allowed_networks: network }),
  };
  await deliver(app, options, () =>
    app.platform().post('/iam/m2m-credentials', { body, signal: app.signal }),
  );
}

async function rotate(app: App, credentialId: string, options: RotateOptions): Promise<void> {
  const { publicKey, overlap } = options;
  const body: Schemas['RotateCredential'] = {
    ...validityOf(options),
    ...(publicKey !== undefined && { new_public_key: pemOf(publicKey) }),
    ...(overlap !== undefined && { overlap_seconds: overlap }),
  };
  const path = { credentialId };
  await deliver(app, options, () =>
    app
      .platform()
      .post('/iam/m2m-credentials/{credentialId}/rotate-secret', { path, body, signal: app.signal }),
  );
}

/** Shows the credential, and puts its secret where the user wants it. */
async function deliver(app: App, options: ValidityOptions, issue: () => Promise<Issued>): Promise<void> {
  const sink = secretSink(options, app);
  try {
    const { client_secret: secret, ...issued } = await issue();
    if (secret !== undefined) {
      await sink.take(secret, () => {
        app.show({ ...issued, ...(sink.isPrinted && { client_secret: secret }) });
      });
      return;
    }
    app.show(issued);
    if (options.publicKey === undefined)
      app.terminal.note(
        `The first response was lost, and the secret with it: rotate ${issued.id} to get one`,
      );
  } finally {
    sink.discard();
  }
}

async function rename(app: App, credentialId: string, name: string): Promise<void> {
  const options = { path: { credentialId }, body: { name }, signal: app.signal };
  const { id, name: renamed } = await app.platform().patch('/iam/m2m-credentials/{credentialId}', options);
  app.show({ id, name: renamed });
}

async function revoke(app: App, credentialId: string, options: RevokeOptions): Promise<void> {
  const what = options.previous === true ? 'the previous secret of this credential' : 'this credential';
  await confirmed(app, `Revoke ${what} at once?`, options);
  const call = { path: { credentialId }, signal: app.signal };
  if (options.previous === true)
    await app.platform().delete('/iam/m2m-credentials/{credentialId}/previous-secret', call);
  else await app.platform().delete('/iam/m2m-credentials/{credentialId}', call);
  app.terminal.note(`Revoked ${what}`);
}

async function showPolicy(app: App): Promise<void> {
  app.show(await app.platform().get('/iam/credential-policy', { signal: app.signal }));
}

async function setPolicy(app: App, secrets: Schemas['CredentialPolicy']['client_secrets']): Promise<void> {
  const call = { body: { client_secrets: secrets }, signal: app.signal };
  app.show(await app.platform().put('/iam/credential-policy', call));
}

/** The service names the days of a key and of a secret differently. */
function validityOf({ validForDays, expiresAt, publicKey }: ValidityOptions): Schemas['RotateCredential'] {
  if (expiresAt !== undefined) return { expires_at: expiresAt };
  if (validForDays === undefined) return {};
  return publicKey === undefined ? { secret_valid_for_days: validForDays } : { valid_for_days: validForDays };
}

/** The service refuses other files too, but a wrong one never leaves this machine. */
function pemOf(file: string): string {
  const text = readTextFile(file).trim();
  if (text.includes('PRIVATE KEY')) throw new CommandError(`${file} is a private key: give the public one`);
  if (/^-----BEGIN (PUBLIC KEY|CERTIFICATE)-----[A-Za-z0-9+/=\s]+-----END \1-----$/.test(text))
    return `${text}\n`;
  throw new CommandError(
    `${file} is not a public key or certificate: that is one PEM block. Nothing was sent`,
  );
}
