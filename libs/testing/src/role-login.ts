import { createHash } from 'node:crypto';
import { DatabaseError } from 'pg';
import { withClient } from './with-client';

/** The login exists: another process made it. */
const isThere = ['23505', '42710'];

/**
 * The URL by which a program with the role `role` uses the database of `ownerUrl`: that of a login which has the role and
 * nothing else, made when it is missing. The owner may end its sessions.
 */
export async function urlAs(ownerUrl: string, role: string): Promise<string> {
  const login = { name: loginOf(role), password: passwordFor(ownerUrl, role) };
  const create = `CREATE ROLE "${login.name}" LOGIN PASSWORD '${login.password}' IN ROLE "${role}" ROLE CURRENT_USER`;
  try {
    await withClient(ownerUrl, (client) => client.query(create));
  } catch (error) {
    if (!(error instanceof DatabaseError && isThere.includes(error.code ?? ''))) throw error;
  }
  return urlOfLogin(ownerUrl, login);
}

/** Of the programs that use a database, by the deployable and the name of each. */
const roleOfProgram: Readonly<Record<string, string>> = {
  'public-api/main': 'governance_public_api',
  'public-api/worker': 'governance_public_worker',
  'public-api/erase': 'governance_commands',
  'public-api/log-records': 'governance_commands',
  'public-api/withdraw': 'governance_commands',
  'platform-api/main': 'governance_platform_api',
  'platform-api/worker': 'governance_platform_worker',
  'platform-api/reconcile': 'governance_platform_worker',
  'platform-api/org': 'governance_commands',
  'identity-provider/main': 'governance_identity',
  'identity-provider/signing-keys': 'governance_identity',
  'identity-provider/dev-token': 'governance_identity',
};

/** The URL by which a program such as `platform-api/worker` uses the database of `ownerUrl`. */
export function urlForProgram(ownerUrl: string, program: string): Promise<string> {
  const role = roleOfProgram[program];
  if (role === undefined) throw new Error(`${program} uses no database`);
  return urlAs(ownerUrl, role);
}

/** The settings of a program that lead it to the database: `migrate` is the owner's, and some need none. */
export async function databaseSettings(
  ownerUrl: string,
  program: string,
): Promise<Readonly<Record<string, string>>> {
  if (program.endsWith('/migrate')) return { DATABASE_OWNER_URL: ownerUrl };
  return program in roleOfProgram ? { DATABASE_URL: await urlForProgram(ownerUrl, program) } : {};
}

/** A test run has its own logins, which end with it. */
function loginOf(role: string): string {
  return `${process.env.TEST_DATABASE_PREFIX ?? ''}${role}_login`;
}

/** Derived from the owner's password, which does not follow from it. */
function passwordFor(ownerUrl: string, role: string): string {
  return createHash('sha256')
    .update(`${role}:${new URL(ownerUrl).password}`)
    .digest('hex')
    .slice(0, 48);
}

/** The URL of the same database with another login. */
export function urlOfLogin(ownerUrl: string, { name, password }: { name: string; password: string }): string {
  const url = new URL(ownerUrl);
  url.username = name;
  url.password = password;
  return url.href;
}
