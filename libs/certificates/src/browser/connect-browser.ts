import puppeteer from 'puppeteer';
import { type OpenBrowser } from './launch-browser';
import { SocketTransport } from './socket-transport';
import { within } from './within';

export interface ConnectOptions {
  /** The value of the setting BROWSER_URL. */
  readonly url: string;
  readonly deadlineMs: number;
}

/**
 * Connects to a browser that runs elsewhere, without keys and network. Each document gets a browser context of its own. Rejects at
 * the deadline. To remove it is to close the connection: that of `DevToolsServer` ends its browser.
 */
export async function connectBrowser({ url, deadlineMs }: ConnectOptions): Promise<OpenBrowser> {
  const transport = await SocketTransport.open(url, deadlineMs);
  try {
    const connecting = puppeteer.connect({ transport });
    const browser = await within(
      deadlineMs,
      `The browser did not answer within ${deadlineMs} ms`,
      connecting,
    );
    return {
      browser,
      isolatesDocuments: true,
      noteProcesses: () => Promise.resolve(),
      remove: () => {
        transport.close();
        return Promise.resolve();
      },
    };
  } catch (error) {
    transport.close();
    throw error;
  }
}
