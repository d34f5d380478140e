import { runSql } from '@governance/testing';
import { randomBytes } from 'node:crypto';

/** The secret of each program, and its role. */
const roles = {
  'public-api-database': 'governance_public_api',
  'public-worker-database': 'governance_public_worker',
  'platform-api-database': 'governance_platform_api',
  'platform-worker-database': 'governance_platform_worker',
  'identity-database': 'governance_identity',
  'scaler-database': 'governance_scaler',
  commands: 'governance_commands',
};

/** The two databases, whose owner is the role of `ownerUrl`, and a login for each program. Resolves to the URLs by secret. */
export async function createDatabases(
  ownerUrl: string,
  host: string,
): Promise<{ readonly url: string; readonly urls: ReadonlyMap<string, string> }> {
  for (const name of ['governance', 'identity']) await runSql(ownerUrl, `CREATE DATABASE ${name}`);
  const urlOf = (database: string, login?: readonly [name: string, password: string]): string => {
    const url = new URL(ownerUrl);
    url.pathname = database;
    url.host = host;
    if (login) [url.username, url.password] = login;
    return url.href;
  };
  const urls = new Map([
    ['database-owner', urlOf('governance')],
    ['identity-database-owner', urlOf('identity')],
  ]);
  for (const [secret, role] of Object.entries(roles)) {
    const password = randomBytes(24).toString('hex');
    // The migration grants the rights (docs/operations.md, Database roles).
    await runSql(ownerUrl, `CREATE ROLE ${role} LOGIN PASSWORD '${password}'`);
    urls.set(secret, urlOf(secret === 'identity-database' ? 'identity' : 'governance', [role, password]));
  }
  const own = new URL(ownerUrl);
  own.pathname = 'governance';
  return { url: own.href, urls };
}
