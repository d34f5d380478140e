import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A program in tools/keycloak/clients, as `test-clients.mjs` prepares it. */
export type TestClient = { readonly missing: string } | { readonly command: readonly string[] };

/** What a program reads from its environment. */
export interface ClientSettings {
  readonly ISSUER: string;
  readonly PLATFORM_URL: string;
  readonly CLIENT_ID: string;
  readonly CLIENT_SECRET?: string;
  /** PEM, PKCS #8, ES256. */
  readonly CLIENT_PRIVATE_KEY?: string;
}

/** What `GET /self/me` answered to the program. */
export interface ClientAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const prepared = JSON.parse(process.env.TEST_CLIENTS ?? '{}') as Readonly<Record<string, TestClient>>;

export function testClient(library: string): TestClient {
  return prepared[library] ?? { missing: 'preparation' };
}

/** Runs a program without other variables, such as those of a proxy. @throws with its messages, when it fails. */
export async function runClient(client: TestClient, settings: ClientSettings): Promise<ClientAnswer> {
  if ('missing' in client) throw new Error(`${client.missing} is missing`);
  const [file = '', ...args] = client.command;
  const { stdout } = await run(file, args, { env: { PATH: process.env.PATH, ...settings } });
  return JSON.parse(stdout) as ClientAnswer;
}
