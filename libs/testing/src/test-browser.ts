import { findBrowser } from '@governance/certificates';
import puppeteer, { type Browser } from 'puppeteer';

/** The browser of the run, as a setting of the product: the bundled one, unless BROWSER_EXECUTABLE names another. */
export const testBrowser = process.env.BROWSER_EXECUTABLE;

/** TEST_BROWSER_TRUSTS is the hash of a server's public key, whose certificate the browser accepts from a private authority. */
const { TEST_BROWSER_TRUSTS: keyHash } = process.env;
const trusted = keyHash === undefined ? [] : [`--ignore-certificate-errors-spki-list=${keyHash}`];

export interface BrowserOptions {
  /** Whether SIGINT, SIGTERM and SIGHUP end the browser and with it this process, at once; `true` when absent. */
  readonly endsAtSignals?: boolean;
  /** Addresses such as `localhost:80`, with those where the browser connects for them. */
  readonly connectsTo?: Readonly<Record<string, string>>;
}

/** The browser of visitors alone; certificates are still drawn by the other one. */
const { TEST_VISITOR_EXECUTABLE: visitor } = process.env;

/** A browser as a visitor has it: it runs scripts and reaches this machine. The caller closes it. */
export async function openBrowser({
  endsAtSignals = true,
  connectsTo = {},
}: BrowserOptions = {}): Promise<Browser> {
  const rules = Object.entries(connectsTo)
    .map(([address, other]) => `MAP ${address} ${other}`)
    .join();
  const elsewhere = rules === '' ? [] : [`--host-resolver-rules=${rules}`];
  const { executable, environment } = await findBrowser(visitor ?? testBrowser);
  return puppeteer.launch({
    executablePath: executable,
    headless: 'shell',
    pipe: true,
    // Tests visit pages of their own only, and may run as root, where Chromium has no sandbox.
    args: ['--no-sandbox', '--disable-gpu', ...elsewhere, ...trusted],
    env: { ...process.env, ...environment },
    handleSIGINT: endsAtSignals,
    handleSIGTERM: endsAtSignals,
    handleSIGHUP: endsAtSignals,
  });
}
