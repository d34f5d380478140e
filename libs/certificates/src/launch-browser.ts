import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import puppeteer, { type Browser } from 'puppeteer';
import { createProfile } from './browser-profile';
import { type Confinement, confinedCommand, confinements, weakness } from './confinement';
import { findBrowser, type FoundBrowser } from './find-browser';

/** A browser that has started, and the folder of its own that whoever ends it removes. */
export interface LaunchedBrowser {
  readonly browser: Browser;
  readonly profile: string;
}

export interface LaunchOptions {
  /** The setting BROWSER_EXECUTABLE. */
  readonly executable?: string | undefined;
  readonly deadlineMs: number;
  readonly warn: (message: string) => void;
}

/** No address can be reached: all names are unknown, and all connections go to a proxy that nobody serves. */
const offline = [
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/** What a browser that only prints does not need. */
const lean = ['--disable-gpu', '--font-render-hinting=none', '--no-pings'];

/**
 * Starts Chromium as confined as this system allows. A start that fails is tried once more before a weaker confinement
 * is taken, and then `warn` says so. Rejects when none starts, or at the deadline; nothing is left running then.
 */
export async function launchBrowser({
  executable,
  deadlineMs,
  warn,
}: LaunchOptions): Promise<LaunchedBrowser> {
  const found = await findBrowser(executable);
  const deadline = new AbortController();
  const timer = setTimeout(() => {
    deadline.abort(`Chromium did not start within ${deadlineMs} ms`);
  }, deadlineMs);
  try {
    return await firstToStart(found, deadline.signal, warn);
  } finally {
    clearTimeout(timer);
  }
}

async function firstToStart(
  found: FoundBrowser,
  signal: AbortSignal,
  warn: LaunchOptions['warn'],
): Promise<LaunchedBrowser> {
  const failures: unknown[] = [];
  for (const confinement of confinements().flatMap((each) => [each, each])) {
    try {
      const launched = await start(found, confinement, signal);
      const warning = weakness(confinement);
      if (warning !== undefined) warn(warning);
      return launched;
    } catch (error) {
      failures.push(error);
      if (signal.aborted) break;
    }
  }
  throw new Error(`Chromium could not be started${await complaint(found)}`, { cause: failures[0] });
}

/** What the program itself says when it cannot even tell its version: a missing library, no right to execute it. */
async function complaint({ executable, environment }: FoundBrowser): Promise<string> {
  try {
    await promisify(execFile)(executable, ['--version'], { env: environment, timeout: 2_000 });
    return '';
  } catch (error) {
    return `: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function start(
  found: FoundBrowser,
  confinement: Confinement,
  signal: AbortSignal,
): Promise<LaunchedBrowser> {
  const profile = await createProfile(confinement.asNobody);
  try {
    const args = await puppeteer.defaultArgs({
      headless: 'shell',
      userDataDir: profile,
      args: [...offline, ...lean],
    });
    const command = confinedCommand(confinement, found.executable, args);
    const browser = await puppeteer.launch({
      executablePath: command.executable,
      args: command.args,
      ignoreDefaultArgs: true,
      // Not our environment: it holds the passwords of the database and of the mail server.
      env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: profile, TMPDIR: profile, ...found.environment },
      pipe: true,
      signal,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    return { browser, profile };
  } catch (error) {
    await rm(profile, { recursive: true, force: true });
    throw error;
  }
}
