import { writeFileSync } from 'node:fs';
import { driftLine } from './drift';
import { OperatorApi } from './operator-api';
import { type Preparation } from './preparation';
import { type PrepareOptions, readPrepareOptions } from './prepare-options';
import { RealmPreparation } from './realm-preparation';
import { type ConsolePreparation } from './wanted-people';

const usage = `Usage: npm run operate -- keycloak [--check] [--export FILE] [--audience URL [--console URL] [--organization ID[=NAME]]...]

Prepares a realm for the platform's machines, and with --audience for its users too.
  --check                   changes nothing and names what differs
  --export FILE             writes the prepared realm to a file for --import-realm, without secrets
  --audience URL            the audience of access tokens: the platform's TOKEN_AUDIENCE, by default its PLATFORM_BASE_URL
  --console URL             makes the client of the console: the platform's PLATFORM_BASE_URL
  --organization ID[=NAME]  makes an organization, whose alias is our organization id, with the name that people see; can be repeated
  --organizations FILE      the same for each line of a file
  --workload-issuer URL     lets trust rules name this issuer, whose assertions get tokens until they expire; can be repeated
  --workload-issuer-once URL
                            the same for an issuer whose assertions get one token each
  --second-factor-max-age SECONDS
                            for how long a second factor suffices for a request of one, by default 60

From the environment:
  KEYCLOAK_URL              the URL of the server, with its path if it has one
  KEYCLOAK_ADMIN            an operator of the realm master
  KEYCLOAK_ADMIN_PASSWORD
  KEYCLOAK_REALM            by default governance
  KEYCLOAK_CLIENT_ID        by default governance-service
  KEYCLOAK_CLIENT_SECRET    optional: sets the secret; without it an existing one stays
  KEYCLOAK_CONSOLE_SECRET   optional, with --console: makes its client confidential, with this secret; without it the client is public`;

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
  const options = readPrepareOptions(args);
  const problems = [...('problems' in options ? options.problems : []), ...problemsOf(env)];
  if ('problems' in options || problems.length > 0) {
    print([...problems, '', usage].join('\n'));
    return 2;
  }
  try {
    return await prepare(options, { env, print });
  } catch (error) {
    print(error instanceof Error ? error.message : 'failed');
    return 2;
  }
}

async function prepare(
  { check, exportFile, people: options, consoleUrl, workloadIssuers }: PrepareOptions,
  { env, print }: PrepareContext,
): Promise<number> {
  const people = options && { ...options, console: consoleOf(consoleUrl, env) };
  const wanted = { ...wantedOf(env), people, workloadIssuers };
  const preparation = new RealmPreparation(operatorOf(env), wanted);
  if (!check) await preparation.apply();
  const drifts = await preparation.check();
  for (const drift of drifts) print(driftLine(drift));
  if (drifts.length > 0) return 1;
  if (exportFile !== undefined) {
    writeFileSync(exportFile, `${JSON.stringify(await preparation.export(), undefined, 2)}\n`);
    print(`${exportFile} is written: Keycloak replaces the names of secrets in it while it imports the file`);
  }
  const forPeople = people === undefined ? '' : ', and users can sign in';
  print(`${wanted.realm} is ready: ${wanted.clientId} can manage its clients${forPeople}`);
  return 0;
}

function wantedOf({
  KEYCLOAK_REALM: realm = 'governance',
  KEYCLOAK_CLIENT_ID: clientId = 'governance-service',
  KEYCLOAK_CLIENT_SECRET: clientSecret = '',
}: PrepareContext['env']): Omit<Preparation, 'people' | 'workloadIssuers'> {
  return { realm, clientId, clientSecret: clientSecret === '' ? undefined : clientSecret };
}

function consoleOf(
  baseUrl: string | undefined,
  { KEYCLOAK_CONSOLE_SECRET: secret = '' }: PrepareContext['env'],
): ConsolePreparation | undefined {
  return baseUrl === undefined ? undefined : { baseUrl, clientSecret: secret === '' ? undefined : secret };
}

function problemsOf(env: PrepareContext['env']): string[] {
  return [
    ...required.filter((name) => (env[name] ?? '') === '').map((name) => `${name} is missing`),
    ...(['KEYCLOAK_REALM'] as const)
      .filter((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(env[name] ?? 'governance'))
      .map((name) => `${name} must be at most 64 letters, digits, hyphens and underscores`),
    ...(['KEYCLOAK_CLIENT_SECRET', 'KEYCLOAK_CONSOLE_SECRET'] as const)
      .filter((name) => (env[name] ?? '') !== '' && (env[name] ?? '').length < fewestSecretCharacters)
      .map((name) => `${name} must have at least ${fewestSecretCharacters} characters`),
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
