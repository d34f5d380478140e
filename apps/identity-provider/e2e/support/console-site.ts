import { BuiltProgram, freePort, urlForProgram } from '@governance/testing';
import { type ConsoleApp, startConsole } from './console';

export interface ConsoleWithSite extends ConsoleApp {
  /** The public surface, whose site knows who is signed in to the console. */
  readonly siteUrl: string;
  readonly site: BuiltProgram;
}

/** The shipped programs of both surfaces and the embedded provider, in one database. Both surfaces have one host. */
export async function startConsoleWithSite(): Promise<ConsoleWithSite> {
  const port = await freePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  const shared = { PUBLIC_BASE_URL: siteUrl, SITE_COOKIE_DOMAIN: '127.0.0.1' };
  const app = await startConsole(shared);
  const site = await new BuiltProgram('apps/public-api/main.js', {
    ...shared,
    LOG_LEVEL: 'debug',
    PORT: String(port),
    MANAGEMENT_PORT: String(await freePort()),
    PLATFORM_BASE_URL: app.url,
    DATABASE_URL: await urlForProgram(app.identity.stores.ownerUrl, 'public-api/main'),
    KEYRING_FILE: app.keyringFile,
  }).started();
  return {
    ...app,
    siteUrl,
    site,
    close: async () => {
      await site.kill();
      await app.close();
    },
  };
}
