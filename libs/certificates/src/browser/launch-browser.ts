import { rm } from 'node:fs/promises';
import puppeteer, { type Browser } from 'puppeteer';
import { startProcess } from './browser-process';
import { createProfile } from './browser-profile';
import { confinedCommand, type Confinement, confinements, weakness } from './confinement';
import { findBrowser, type FoundBrowser } from './find-browser';
import { type PipeTransport } from './pipe-transport';
import { descendants, killTree, type ProcessIdentity } from './process-tree';
import { within } from './within';

/** A browser that this process uses: of this machine, or behind a connection. */
export interface OpenBrowser {
  readonly browser: Browser;
  /** Whether each document gets a browser context of its own. */
  readonly isolatesDocuments: boolean;
  /** Notes the processes of the browser: some of them may lose their parent before the end. */
  noteProcesses(): Promise<void>;
  /** Ends it, with everything that it has started or written. */
  remove(): Promise<void>;
}

/** A process of a browser that answers. Nothing else uses its transport. */
export interface StartedBrowser extends Omit<OpenBrowser, 'browser' | 'isolatesDocuments'> {
  readonly pid: number;
  readonly transport: PipeTransport;
}

export type LaunchedBrowser = OpenBrowser & Pick<StartedBrowser, 'pid'>;

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

/** Starts a browser on this machine, and connects to it. Rejects as `startBrowser`. */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const started = await startBrowser(options);
  try {
    const connecting = puppeteer.connect({ transport: started.transport });
    const browser = await within(options.deadlineMs, 'Chromium did not start', connecting);
    return { ...started, browser, isolatesDocuments: false };
  } catch (error) {
    await started.remove();
    throw error;
  }
}

/**
 * Starts Chromium with the strongest confinement that the system allows, and calls `warn` when that is not the strongest of
 * all. Rejects with the browser's last output when it does not start, or at the deadline, and removes everything it created.
 */
export async function startBrowser({ executable, deadlineMs, warn }: LaunchOptions): Promise<StartedBrowser> {
  const found = await findBrowser(executable);
  const deadline = Date.now() + deadlineMs;
  let refusal: Error | undefined;
  for (const confinement of confinements()) {
    try {
      const late = `Chromium did not start within ${deadlineMs} ms`;
      const started = await start(found, confinement, (task) => within(deadline - Date.now(), late, task));
      const warning = weakness(confinement);
      if (warning !== undefined) warn(refusal === undefined ? warning : `${warning}: ${refusal.message}`);
      return started;
    } catch (error) {
      refusal = error instanceof Error ? error : new Error(String(error));
      if (!forbidden.test(String(error))) break;
    }
  }
  throw refusal ?? new Error('Chromium was not started');
}

async function start(
  found: FoundBrowser,
  confinement: Confinement,
  timely: (task: Promise<unknown>) => Promise<unknown>,
): Promise<StartedBrowser> {
  const profile = await createProfile(confinement.dropsPrivileges);
  let pid: number | undefined;
  let family: readonly ProcessIdentity[] = [];
  const remove = async (): Promise<void> => {
    if (pid !== undefined) await killTree(pid, family);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const args = await puppeteer.defaultArgs({
      headless: 'shell',
      userDataDir: profile,
      args: [...offline, ...lean],
    });
    const { transport, ended, ...process } = await startProcess({
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
    pid = process.pid;
    // `ended` rejects with the reason of an exit.
    await timely(Promise.race([transport.firstAnswer(), ended]));
    return {
      pid: process.pid,
      transport,
      noteProcesses: async () => {
        family = await descendants(process.pid);
      },
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
