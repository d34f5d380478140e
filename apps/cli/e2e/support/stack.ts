import { migrate } from '@governance/persistence';
import {
  BuiltProgram,
  createTestDatabase,
  createTestIssuerKeys,
  createTestKeyring,
  freePort,
  type Inbox,
  runSql,
  startInbox,
  urlForProgram,
} from '@governance/testing';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Management } from './management';

const dist = join(__dirname, '../../../../dist');
const claimsNamespace = 'https://governance.example.org/claims/';

/** Every program as it ships, on one database, with addresses that clients can reach. */
export interface Stack {
  readonly publicUrl: string;
  readonly platformUrl: string;
  readonly issuer: string;
  readonly inbox: Inbox;
  readonly management: Management;
  /** Adds the audit events of an organization to its tree now, as a worker does every day, and waits until the tree is signed. */
  sealAudit(orgId: string): Promise<void>;
  stop(): Promise<void>;
}

/** `pageOrigin` is that of pages that may call both surfaces. */
export async function startStack({ pageOrigin }: { readonly pageOrigin?: string } = {}): Promise<Stack> {
  const database = await createTestDatabase({
    migrate: async (url) => {
      await migrate(url);
    },
  });
  const keyring = createTestKeyring();
  const identityKeyring = createTestKeyring();
  const issuerKeys = createTestIssuerKeys();
  const inbox = await startInbox();
  const urlOf = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;
  const [publicUrl, platformUrl, issuer] = [await urlOf(), await urlOf(), await urlOf()];
  const managementToken = randomBytes(32).toString('hex');
  await promisify(execFile)(process.execPath, [join(dist, 'apps/identity-provider/migrate.js')], {
    env: { DATABASE_OWNER_URL: database.url },
  });
  const surfaces = {
    PUBLIC_BASE_URL: publicUrl,
    PLATFORM_BASE_URL: platformUrl,
    KEYRING_FILE: keyring.file,
    OIDC_ISSUER: issuer,
    CLAIMS_NAMESPACE: claimsNamespace,
    SMTP_URL: inbox.smtpUrl,
    MAIL_FROM: 'no-reply@example.org',
    ...(pageOrigin !== undefined && { CORS_ORIGINS: pageOrigin }),
  };
  const identity = {
    ISSUER: issuer,
    API_URL: platformUrl,
    CLAIMS_NAMESPACE: claimsNamespace,
    MANAGEMENT_TOKEN: managementToken,
    KEYRING_FILE: identityKeyring.file,
  };
  const programs: BuiltProgram[] = [];
  const start = async (name: string, url: string, settings: Record<string, string>): Promise<void> => {
    const program = new BuiltProgram(`apps/${name}.js`, {
      PORT: new URL(url).port,
      MANAGEMENT_PORT: String(await freePort()),
      DATABASE_URL: await urlForProgram(database.url, name),
      ...settings,
    });
    programs.push(program);
    await program.started();
  };
  await start('identity-provider/main', issuer, identity);
  await start('public-api/main', publicUrl, surfaces);
  await start('public-api/worker', publicUrl, { ...surfaces, ISSUER_KEYS_FILE: issuerKeys.file });
  const platform = { ...surfaces, IDENTITY_MANAGEMENT_TOKEN: managementToken };
  await start('platform-api/main', platformUrl, platform);
  await start('platform-api/worker', platformUrl, platform);
  return {
    publicUrl,
    platformUrl,
    issuer,
    inbox,
    management: new Management(`${issuer}/management/v1`, managementToken),
    sealAudit: async (orgId) => {
      const name = 'platform-api/org';
      const settings = { ...platform, DATABASE_URL: await urlForProgram(database.url, name) };
      const { code, stderr } = await new BuiltProgram(`apps/${name}.js`, settings, ['seal-audit', orgId])
        .ended;
      if (code !== 0) throw new Error(stderr);
      const unsigned =
        'SELECT count(*)::int AS heads FROM audit_tree_heads WHERE org_id = $1 AND jws IS NULL';
      while ((await runSql(database.url, unsigned, [orgId])).some(({ heads }) => heads !== 0))
        await delay(100);
    },
    stop: async () => {
      await Promise.all(programs.map((program) => program.kill()));
      await inbox.close();
      await database.drop();
      for (const file of [keyring, identityKeyring, issuerKeys]) file.remove();
    },
  };
}
