import { Keyring } from '@governance/keyring';
import { type BuiltProgram, freeOrigin, Product, type ProductOptions, sharedPart } from '@governance/testing';
import { type ConsoleApp, optionsOf } from './console';
import { startProvider } from './shared-provider';

export interface ConsoleWithSite extends ConsoleApp {
  /** The public surface, whose site knows who is signed in to the console. */
  readonly siteUrl: string;
  readonly site: Pick<BuiltProgram, 'output'>;
}

const debug = { LOG_LEVEL: 'debug' };

const startedConsole = sharedPart(() => startConsole({ extra: () => debug }));

const startedConsoleWithSite = sharedPart(async () => {
  const cookies = { SITE_COOKIE_DOMAIN: '127.0.0.1' };
  const started = await startConsole({
    publicUrl: await freeOrigin(),
    extra: () => ({ ...debug, ...cookies }),
  });
  const { program: site } = await started.product.start('public-api/main');
  return { ...started, site };
});

/**
 * The shipped platform surface with its console and the shipped provider, in one database, which the files of a run share:
 * each test has its own organization or person.
 */
export async function sharedConsole(): Promise<ConsoleApp> {
  const { app } = await startedConsole();
  return { ...app, platform: fromNowOn(app.platform) };
}

/** Another one, shared in the same way, with the public surface. Both surfaces have one host. */
export async function sharedConsoleWithSite(): Promise<ConsoleWithSite> {
  const { app, product, site } = await startedConsoleWithSite();
  const siteUrl = product.setup.publicUrl;
  return { ...app, platform: fromNowOn(app.platform), siteUrl, site: fromNowOn(site) };
}

/** What the program writes from now on. */
function fromNowOn(program: BuiltProgram): Pick<BuiltProgram, 'output'> {
  const before = program.log().length;
  return { output: () => program.output(before) };
}

interface StartedConsole {
  readonly app: ConsoleApp & { readonly platform: BuiltProgram };
  readonly product: Product;
  close(): Promise<void>;
}

async function startConsole(options: ProductOptions): Promise<StartedConsole> {
  const url = await freeOrigin();
  const identity = await startProvider({ API_URL: url, CONSOLE_REDIRECT_URIS: `${url}/console/callback` });
  const shared = optionsOf(url, { ...identity, ownerUrl: identity.stores.ownerUrl });
  const product = await Product.open({ ...shared, ...options });
  await product.run('public-api/migrate');
  const { program: platform } = await product.start('platform-api/main');
  const { keyringFile } = product.setup;
  const keyring = Keyring.load(keyringFile);
  return {
    app: { identity, url, platform, keyring, keyringFile, options: { ...shared, keyringFile } },
    product,
    close: async () => {
      await product.disposeAsync();
      await identity.close();
    },
  };
}
