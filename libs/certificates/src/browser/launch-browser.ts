import { rm } from 'node:fs/promises';
import puppeteer, { type Browser } from 'puppeteer';
import { startProcess } from './browser-process';
import { createProfile } from './browser-profile';
import { confinedCommand, type Confinement, confinements, weakness } from './confinement';
import { findBrowser, type FoundBrowser } from './find-browser';
import { killTree } from './process-tree';

/** A running browser. The caller that ends it kills its processes and removes its folder. */
export interface LaunchedBrowser {
  readonly browser: Browser;
  readonly pid: number;
  readonly profile: string;
}

export interface LaunchOptions {
  /** The value of the setting BROWSER_EXECUTABLE. */
  readonly executable?: string | undefined;
  readonly deadlineMs: number;
  readonly warn: (message: string) => void;
}

/** Blocks all network access: no name resolves, and every connection goes to a proxy port without a listener. */
const offline = [
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/** Disables features that printing does not need. */
const lean = ['--disable-gpu', '--font-render-hinting=none', '--no-pings'];

/** Output of Chromium, or of the program that drops root for it, when the system forbids a confinement. */
const forbidden = /sandbox|namespace|zygote|setpriv|execvp|permission denied|not permitted|EINVAL|EPERM/i;

/**
 * Starts Chromium with the strongest confinement that the system allows, and calls `warn` when that is not the strongest of
 * all. Rejects with the browser's last output when it does not start, or at the deadline, and removes everything it created.
 */
export async function launchBrowser({
  executable,
  deadlineMs,
  warn,
}: LaunchOptions): Promise<LaunchedBrowser> {
  const found = await findBrowser(executable);
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => undefined);
  const timer = setTimeout(() => {
    late.reject(new Error(`Chromium did not start within ${deadlineMs} ms`));
  }, deadlineMs);
  try {
    return await mostConfined(found, late.promise, warn);
  } finally {
    clearTimeout(timer);
  }
}

async function mostConfined(
  found: FoundBrowser,
  late: Promise<never>,
  warn: LaunchOptions['warn'],
): Promise<LaunchedBrowser> {
  let refusal: Error | undefined;
  for (const confinement of confinements()) {
    try {
      const launched = await launch(found, confinement, late);
      const warning = weakness(confinement);
      if (warning !== undefined) warn(refusal === undefined ? warning : `${warning}: ${refusal.message}`);
      return launched;
    } catch (error) {
      refusal = error instanceof Error ? error : new Error(String(error));
      if (!forbidden.test(String(error))) break;
    }
  }
  throw refusal ?? new Error('Chromium was not started');
}

async function launch(
  found: FoundBrowser,
  confinement: Confinement,
  late: Promise<never>,
): Promise<LaunchedBrowser> {
  const profile = await createProfile(confinement.dropsPrivileges);
  let pid: number | undefined;
  try {
    const args = await puppeteer.defaultArgs({
      headless: 'shell',
      userDataDir: profile,
      args: [...offline, ...lean],
    });
    const { transport, ended, ...started } = await startProcess({
      ...confinedCommand(confinement, found.executable, args),
      // Not our environment: it contains the passwords of the database and of the mail server.
      environment: {
        PATH: '/usr/bin:/bin',
        LANG: 'C.UTF-8',
        HOME: profile,
        TMPDIR: profile,
        ...found.environment,
      },
    });
    pid = started.pid;
    // A broken connection is the first sign of an exit; `ended` rejects with the reason.
    const connected = puppeteer.connect({ transport }).catch(() => ended);
    const browser = await Promise.race([connected, ended, late]);
    return { browser, pid, profile };
  } catch (error) {
    if (pid !== undefined) await killTree(pid);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
}
