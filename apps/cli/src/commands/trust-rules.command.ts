import { type PlatformTypes } from '@governance/client';
import { type Command, Option } from 'commander';
import { type App } from '../app';
import { asked, confirmed } from '../ask';
import { CommandError } from '../command-error';
import { readJson, readText } from '../files/read-text';
import { collected } from '../numbers';
import { showTrial } from '../trust-rules/show-trial';
import { type ClaimOptions, conditionsOf, conditionText } from '../trust-rules/claim-options';
import { type CommandGroup, examples, group } from './command-group';

type Schemas = PlatformTypes['schemas'];
type TrustRule = Schemas['TrustRule'];
type Creation = Schemas['CreateTrustRule'];

const presets = ['github-actions', 'gitlab', 'kubernetes', 'spiffe', 'oidc'] as const;

interface CreateOptions extends ClaimOptions {
  readonly preset?: Creation['preset'];
  readonly name?: string;
  readonly issuer?: string;
  readonly audience?: string;
  readonly subject?: string;
  readonly keySetFile?: string;
  readonly permission?: NonNullable<Creation['permissions']>;
  readonly identity?: string;
  readonly network?: string[];
  readonly singleUse?: boolean;
  readonly expiresAt?: string;
}

interface UpdateOptions {
  readonly name?: string;
  readonly keySetFile?: string;
}

interface TryOptions {
  readonly tokenFile?: string;
}

export const trustRulesCommands: CommandGroup = (program, run) => {
  const rules = group(program, 'trust-rules', 'workloads that sign in without a secret');
  rules
    .command('list')
    .description('list the trust rules')
    .action(run((app: App) => list(app)));
  rules
    .command('show')
    .description('show a trust rule, with its conditions, last use and last refusal')
    .argument('<id>', 'the trust rule')
    .action(run((app: App, id: string) => show(app, id)));
  examples(
    withLimits(withClaims(rules.command('create').description('trust the tokens of a workload'))).action(
      run((app: App, options: CreateOptions) => create(app, options)),
    ),
    'governance trust-rules create --name Website --preset github-actions --repository-id 712 --repository-owner-id 12 --ref refs/heads/main',
    'governance trust-rules create --name Backup --preset kubernetes --issuer https://kubernetes.default.svc --namespace jobs --service-account backup --service-account-uid 14ee3fa4-a7e2-420f-9f9a-dbc4507c3798 --key-set-file jwks.json',
    'governance trust-rules create --name Batch --preset oidc --issuer https://id.example.org --subject batch-7 --claim "team = platform"',
  );
  rules
    .command('update')
    .description('rename a trust rule, or replace its uploaded keys; conditions never change')
    .argument('<id>', 'the trust rule')
    .option('--name <name>', 'the new display name')
    .option('--key-set-file <file>', 'the public keys of the issuer (JSON), all of them; - for stdin')
    .action(run((app: App, id: string, options: UpdateOptions) => update(app, id, options)));
  rules
    .command('remove')
    .description('remove a trust rule: the tokens of its workload stop working')
    .argument('<id>', 'the trust rule')
    .option('--yes', 'do not ask')
    .action(run((app: App, id: string, options: { readonly yes?: boolean }) => remove(app, id, options)));
  examples(
    rules
      .command('try')
      .description('show condition by condition whether a token would be accepted')
      .argument('<id>', 'the trust rule')
      .option('--token-file <file>', 'file with a token of the workload; - for stdin')
      .action(run((app: App, id: string, options: TryOptions) => tryToken(app, id, options))),
    'governance trust-rules try ID --token-file /var/run/secrets/governance/token',
  );
};

/** Which workload is meant. */
function withClaims(command: Command): Command {
  return command
    .option('--name <name>', 'the display name')
    .addOption(new Option('--preset <preset>', 'the platform of the workload').choices(presets))
    .option('--issuer <url>', 'the issuer of its tokens, if the preset has none')
    .option('--subject <text>', 'the exact subject of its tokens: for spiffe and oidc')
    .option('--repository-id <id>', 'GitHub: the number of the repository')
    .option('--repository-owner-id <id>', 'GitHub: the number of its owner')
    .option('--ref <ref>', 'GitHub: a branch or tag, such as refs/heads/main; repeatable', collected)
    .option('--environment <name>', 'GitHub and GitLab: an environment; repeatable', collected)
    .option('--project-id <id>', 'GitLab: the number of the project')
    .option('--namespace <name>', 'Kubernetes: the namespace')
    .option('--service-account <name>', 'Kubernetes: the service account')
    .option('--service-account-uid <uid>', 'Kubernetes: its uid')
    .option(
      '--claim <claim>',
      'any other claim, as "name = text"; repeatable, also for one of several texts; "outer > inner = text" for a nested one',
      collected,
    )
    .option(
      '--key-set-file <file>',
      'the public keys of an issuer without a public address (JSON); - for stdin',
    );
}

/** What it may do, and for how long. */
function withLimits(command: Command): Command {
  return command
    .option('--audience <text>', 'the only audience of its tokens, if it is not the identity provider')
    .option('--permission <permission>', 'a permission of the new service identity; repeatable', collected)
    .option('--identity <id>', 'an existing service identity to act for')
    .option('--network <cidr>', 'the only networks it may be used from; repeatable', collected)
    .option('--single-use', 'each token of the workload can be used once')
    .option('--no-single-use', 'each token of the workload can be used until it expires')
    .option('--expires-at <time>', 'when the rule ends (RFC 3339)');
}

async function list(app: App): Promise<void> {
  const rows: TrustRule[] = [];
  for await (const page of app.platform().pages('/iam/trust-rules', { signal: app.signal }))
    rows.push(...page.trust_rules);
  app.list({
    rows,
    columns: [
      { title: 'id', value: ({ id }) => id },
      { title: 'name', value: ({ name }) => name },
      { title: 'preset', value: ({ preset }) => preset },
      { title: 'client id', value: ({ client_id: clientId }) => clientId },
      { title: 'permissions', value: ({ permissions }) => permissions },
      { title: 'expires', value: ({ expires_at: at }) => at },
      { title: 'last used', value: ({ last_used_at: at }) => at },
      { title: 'last refused', value: ({ last_refused_at: at }) => at },
      { title: 'refused by', value: ({ last_refusal: condition }) => condition },
    ],
  });
}

async function show(app: App, ruleId: string): Promise<void> {
  const call = { path: { ruleId }, signal: app.signal };
  showRule(app, await app.platform().get('/iam/trust-rules/{ruleId}', call));
}

async function create(app: App, options: CreateOptions): Promise<void> {
  const { preset, issuer, audience, subject, permission, identity, network, singleUse, expiresAt } = options;
  if (preset === undefined) throw new CommandError(`Give --preset: ${presets.join(', ')}`);
  const name = await asked(app, options.name, { option: '--name', message: 'Name of the trust rule' });
  const body: Creation = {
    name,
    preset,
    conditions: conditionsOf(options),
    ...(issuer !== undefined && { issuer }),
    ...(audience !== undefined && { audience }),
    ...(subject !== undefined && { subject }),
    ...(permission && { permissions: permission }),
    ...(identity !== undefined && { service_identity_id: identity }),
    ...(network && { allowed_networks: network }),
    ...(singleUse !== undefined && { single_use: singleUse }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(await keySetIn(app, options)),
  };
  showRule(app, await app.platform().post('/iam/trust-rules', { body, signal: app.signal }));
}

async function update(app: App, ruleId: string, options: UpdateOptions): Promise<void> {
  const { name, keySetFile } = options;
  if ((name ?? keySetFile) === undefined) throw new CommandError('Give --name or --key-set-file');
  const body = { ...(name !== undefined && { name }), ...(await keySetIn(app, options)) };
  const call = { path: { ruleId }, body, signal: app.signal };
  showRule(app, await app.platform().patch('/iam/trust-rules/{ruleId}', call));
}

async function remove(app: App, ruleId: string, options: { readonly yes?: boolean }): Promise<void> {
  await confirmed(app, `Remove the trust rule ${ruleId}? The tokens of its workload stop working.`, options);
  await app.platform().delete('/iam/trust-rules/{ruleId}', { path: { ruleId }, signal: app.signal });
  app.terminal.note(`Removed ${ruleId}`);
}

async function tryToken(app: App, ruleId: string, { tokenFile }: TryOptions): Promise<void> {
  // Never an argument: other users of the machine see the command lines.
  if (tokenFile === undefined) throw new CommandError('Give --token-file');
  const token = (await readText(tokenFile, app.terminal.stdin)).trim();
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token))
    throw new CommandError(`${tokenFile} is not a signed token (JWT). Nothing was sent`);
  const call = { path: { ruleId }, body: { token }, signal: app.signal };
  showTrial(app, await app.platform().post('/iam/trust-rules/{ruleId}/try', call));
}

function showRule(app: App, rule: TrustRule): void {
  app.show(
    app.format === 'json' ? rule : { ...rule, conditions: rule.conditions.map(conditionText).join('; ') },
  );
}

/** The service refuses private keys too, but one never leaves this machine. */
async function keySetIn(app: App, { keySetFile: file }: UpdateOptions): Promise<Pick<Creation, 'key_set'>> {
  if (file === undefined) return {};
  const { keys } = Object(await readJson(file, app.terminal.stdin)) as { readonly keys?: unknown };
  if (!Array.isArray(keys))
    throw new CommandError(`${file} is not a key set: that is {"keys": […]}. Nothing was sent`);
  const secret = ['d', 'p', 'q', 'k'];
  if (keys.some((key: unknown) => secret.some((member) => Object.hasOwn(Object(key) as object, member))))
    throw new CommandError(`${file} has a private key: give the public ones. Nothing was sent`);
  return { key_set: { keys: keys as Record<string, never>[] } };
}
