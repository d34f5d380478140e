import { driftLine } from './drift';
import { OperatorApi } from './operator-api';
import { type Preparation, RealmPreparation } from './realm-preparation';

const usage = `Usage: npm run keycloak:prepare -- [--check]

Prepares a realm for the platform's machines; with --check it only names what differs. From the environment:
  KEYCLOAK_URL              the URL of the server, with its path if it has one
  KEYCLOAK_ADMIN            an operator of the realm master
  KEYCLOAK_ADMIN_PASSWORD
  KEYCLOAK_REALM            by default governance
  KEYCLOAK_CLIENT_ID        by default governance-service
  KEYCLOAK_CLIENT_SECRET    optional: sets the secret; without it an existing one stays`;

const required = ['KEYCLOAK_URL', 'KEYCLOAK_ADMIN', 'KEYCLOAK_ADMIN_PASSWORD'] as const;
const fewestSecretCharacters = 32;

/** The environment of the command. Secrets are never arguments, which other users of the machine can read. */
export interface PrepareContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
}

/** Runs the command and returns its exit code: 0, 1 for drift, 2 for a command that cannot run. */
export async function runPrepareCommand(
  args: readonly string[],
  { env, print }: PrepareContext,
): Promise<number> {
  const problems = problemsOf(args, env);
  if (problems.length > 0) {
    print([...problems, '', usage].join('\n'));
    return 2;
  }
  const wanted = wantedOf(env);
  const preparation = new RealmPreparation(operatorOf(env), wanted);
  try {
    const isCheck = args.includes('--check');
    if (!isCheck) await preparation.apply();
    const drifts = await preparation.check();
    for (const drift of drifts) print(driftLine(drift));
    if (drifts.length === 0) print(`${wanted.realm} is ready: ${wanted.clientId} can manage its clients`);
    return drifts.length === 0 ? 0 : 1;
  } catch (error) {
    print(error instanceof Error ? error.message : 'failed');
    return 2;
  }
}

function wantedOf({
  KEYCLOAK_REALM: realm = 'governance',
  KEYCLOAK_CLIENT_ID: clientId = 'governance-service',
  KEYCLOAK_CLIENT_SECRET: clientSecret = '',
}: PrepareContext['env']): Preparation {
  return { realm, clientId, clientSecret: clientSecret === '' ? undefined : clientSecret };
}

function problemsOf(args: readonly string[], env: PrepareContext['env']): string[] {
  const unknown = args.filter((argument) => argument !== '--check');
  const secret = env.KEYCLOAK_CLIENT_SECRET ?? '';
  return [
    ...unknown.map((argument) => `unknown argument: ${argument}`),
    ...required.filter((name) => (env[name] ?? '') === '').map((name) => `${name} is missing`),
    ...(['KEYCLOAK_REALM'] as const)
      .filter((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(env[name] ?? 'governance'))
      .map((name) => `${name} must be at most 64 letters, digits, hyphens and underscores`),
    ...(secret !== '' && secret.length < fewestSecretCharacters
      ? [`KEYCLOAK_CLIENT_SECRET must have at least ${fewestSecretCharacters} characters`]
      : []),
  ];
}

function operatorOf(env: PrepareContext['env']): OperatorApi {
  const {
    KEYCLOAK_URL: url = '',
    KEYCLOAK_ADMIN: username = '',
    KEYCLOAK_ADMIN_PASSWORD: password = '',
  } = env;
  return new OperatorApi({ serverUrl: url.replace(/\/$/, ''), username, password });
}
