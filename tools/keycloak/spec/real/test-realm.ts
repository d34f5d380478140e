import { type KeycloakSettings } from '@governance/identity-provider-client';
import { randomBytes, randomUUID } from 'node:crypto';
import { OperatorApi } from '../../src/operator-api';
import { runPrepareCommand } from '../../src/prepare.command';

/** A realm of its own at the server under test, made by the command. */
export interface TestRealm {
  readonly serverUrl: string;
  readonly name: string;
  readonly issuer: string;
  readonly settings: KeycloakSettings;
  readonly operator: OperatorApi;
  /** Runs the command again. Returns its exit code and output. */
  prepare(...args: string[]): Promise<{ readonly code: number; readonly output: string }>;
  remove(): Promise<void>;
}

export const audience = 'https://api.example.org';
const clientId = 'governance-service';

/** The options make a realm for users too. */
export const forPeople = [
  '--audience',
  audience,
  '--console',
  audience,
  '--organization',
  'org_acme=Acme MSP',
  '--organization',
  'org_globex',
];

export function createTestRealm(...options: readonly string[]): Promise<TestRealm> {
  return createTestRealmWith({}, options);
}

/** The same with additional variables for the command. */
export async function createTestRealmWith(
  variables: Readonly<Record<string, string>>,
  options: readonly string[],
): Promise<TestRealm> {
  const {
    KEYCLOAK_URL: serverUrl = '',
    KEYCLOAK_ADMIN: username = '',
    KEYCLOAK_ADMIN_PASSWORD: password = '',
  } = process.env;
  const operator = new OperatorApi({ serverUrl, username, password });
  const name = `test-${randomUUID()}`;
  const clientSecret = randomBytes(32).toString('base64url');
  const env = {
    ...process.env,
    KEYCLOAK_REALM: name,
    KEYCLOAK_CLIENT_ID: clientId,
    KEYCLOAK_CLIENT_SECRET: clientSecret,
    ...variables,
  };
  const prepare: TestRealm['prepare'] = async (...args) => {
    const lines: string[] = [];
    const code = await runPrepareCommand(args, { env, print: (line) => lines.push(line) });
    return { code, output: lines.join('\n') };
  };
  const { code, output } = await prepare(...options);
  if (code !== 0) throw new Error(output);
  return {
    serverUrl,
    name,
    issuer: `${serverUrl}/realms/${name}`,
    operator,
    settings: { serverUrl, realm: name, clientId, clientSecret, clientPrefix: 'governance-m2m-', audience },
    prepare,
    remove: async () => {
      await operator.call('DELETE', `/${name}`);
    },
  };
}
