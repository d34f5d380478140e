import { type Inbox, type LogEntry, startInbox } from '@governance/testing';
import { AccountAdmin } from '../../../../../apps/platform-api/e2e/machines/account-admin';
import { startSystem, type System } from '../../../../../apps/platform-api/e2e/machines/system';
import { askForToken } from '../../../../../apps/platform-api/e2e/machines/token-endpoint';
import { roomyEnvironment } from '../../../../../apps/public-api/e2e/support/roomy-budgets';
import { browserFile } from './browser-file';
import { installedBundle } from './installed-bundle';
import { MixedLoad } from './mixed-load';
import { Replicas } from './replicas';
import { ServiceProxy } from './service-proxy';

const orgId = 'org_acme';
const email = 'admin@example.com';

/** The product's bundles with two replicas of each service and worker, the services behind a proxy. */
export interface RollingSystem {
  readonly inbox: Inbox;
  readonly website: { readonly proxy: ServiceProxy; readonly replicas: Replicas };
  readonly platform: { readonly proxy: ServiceProxy; readonly replicas: Replicas };
  readonly workers: readonly Replicas[];
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** The errors that the programs logged. */
  errors(): readonly LogEntry[];
  /** A new load, not yet started. */
  load(): MixedLoad;
  stop(): Promise<void>;
}

/** An account admin and a machine. */
async function tokensOf(
  { identity }: System,
  platform: string,
): Promise<{ adminToken: string; machineToken: string }> {
  await identity.putOrganization(orgId);
  await identity.putMember({ orgId, email, role: 'account-admin' });
  const adminToken = await identity.tokenOf(email);
  const { clientId, secret } = await new AccountAdmin(platform, adminToken).create();
  const { body } = await askForToken(identity.issuer, clientId, { secret });
  return { adminToken, machineToken: String(body.access_token) };
}

/** The product from its installed bundles, which are removed at the end. */
async function startBundles(): Promise<{ system: System; remove: () => void }> {
  const bundles = {
    'public-api': await installedBundle('public-api'),
    'platform-api': await installedBundle('platform-api'),
  };
  const system = await startSystem({
    fileOf: (program) => {
      const [bundle, name = ''] = program.split('/') as [keyof typeof bundles, string?];
      return bundles[bundle].program(name);
    },
  });
  const remove = (): void => {
    for (const bundle of Object.values(bundles)) bundle.remove();
  };
  return { system, remove };
}

export async function startRollingSystem(): Promise<RollingSystem> {
  const { system, remove } = await startBundles();
  const [inbox, browser] = [await startInbox(), await browserFile()];
  const [website, platform] = [await new ServiceProxy().started(), await new ServiceProxy().started()];
  const mail = { ...roomyEnvironment, SMTP_URL: inbox.smtpUrl };
  const services = [
    new Replicas({ system, program: 'public-api/main', settings: {}, proxy: website }),
    new Replicas({ system, program: 'platform-api/main', settings: {}, proxy: platform }),
  ] as const;
  const workers = [
    new Replicas({
      system,
      program: 'public-api/worker',
      settings: { ...mail, BROWSER_EXECUTABLE: browser.executable },
    }),
    new Replicas({ system, program: 'platform-api/worker', settings: mail }),
  ];
  const stop = async (): Promise<void> => {
    await Promise.all([website.close(), platform.close()]);
    await system.stop();
    await inbox.close();
    browser.remove();
    remove();
  };
  try {
    for (const pair of [services, workers, services, workers])
      await Promise.all(pair.map((replicas) => replicas.add()));
  } catch (error) {
    await stop();
    throw error;
  }
  const tokens = await tokensOf(system, platform.origin);
  return {
    inbox,
    website: { proxy: website, replicas: services[0] },
    platform: { proxy: platform, replicas: services[1] },
    workers,
    sql: (text, values) => system.sql(text, values),
    errors: () =>
      system
        .programs()
        .flatMap((program) => program.log().filter(({ level }) => level === 'error' || level === 'fatal')),
    load: () => new MixedLoad({ website: website.origin, platform: platform.origin, ...tokens }),
    stop,
  };
}
