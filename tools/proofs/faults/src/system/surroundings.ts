import { type Settings, temporaryFolder } from '@governance/testing';
import { budgets } from './budgets';
import { DatabaseServer } from './database-server';
import { DoublingProxy } from './doubling-proxy';
import { MailServer } from './mail-server';
import { RemovableBrowser } from './removable-browser';
import { TcpProxy } from './tcp-proxy';
import { Trap } from './trap';

/** Per client address, over all replicas and restarts, for the whole run. */
export const resendsPerClient = 5;

/** What a deployment has besides the programs, with the places of faults. */
export interface Surroundings {
  readonly database: DatabaseServer;
  readonly mail: MailServer;
  readonly browser: RemovableBrowser;
  readonly trap: Trap;
  /** The address of the provider, which leads to its process. */
  readonly front: TcpProxy;
  /** Of the management API. */
  readonly management: DoublingProxy;
  readonly issuer: string;
  /** The folder that both public workers share. */
  readonly auditMemory: string;
}

export async function startSurroundings(
  now: () => number,
  diskMegabytes: number | undefined,
): Promise<Surroundings> {
  // Leads to the provider once that has a port.
  const front = await TcpProxy.start(0);
  const issuer = `http://127.0.0.1:${front.port}`;
  return {
    database: await DatabaseServer.start(diskMegabytes),
    mail: await MailServer.start(now),
    browser: await RemovableBrowser.install(),
    trap: await Trap.start(),
    front,
    management: await DoublingProxy.start(issuer),
    issuer,
    auditMemory: temporaryFolder('audit-memory'),
  };
}

/** What both surfaces get in addition. */
export function surfaceSettings({ management, browser, auditMemory }: Surroundings): Settings {
  return {
    ...budgets,
    IDENTITY_MANAGEMENT_URL: `${management.origin}/management`,
    RESEND_LIMIT: String(resendsPerClient),
    RESEND_WINDOW_SECONDS: '86400',
    // The clients of the load are the proxy in front.
    TRUST_PROXY: '1',
    BROWSER_EXECUTABLE: browser.executable,
    PDF_BUDGET_TOTAL_HOUR: '1000000',
    RECONCILE_SECONDS: '1',
    AUDIT_MEMORY_FOLDER: auditMemory,
  };
}
