import { type Certificate, CertificateRenderer, type IssuedCertificate } from '@governance/assessments';
import { Semaphore } from 'async-mutex';
import { certificateContent, certificateShell } from './certificate-html';
import { launchBrowser } from './browser/launch-browser';
import { certificatePdf } from './pdf/certificate-pdf';
import { pagesPerBrowser, WarmBrowser } from './browser/warm-browser';

export interface CertificateRendererOptions {
  /** The setting BROWSER_EXECUTABLE: a browser of the system. Default: one is found, or the bundled one is unpacked. */
  readonly executable?: string | undefined;
  /** What one start of the browser and one print may take. Default 10 seconds. */
  readonly deadlineMs?: number;
  /** After so many prints the browser is replaced, because its memory grows, if slowly. Default 500. */
  readonly restartAfter?: number;
  /** Told once what the operator should know about how the browser runs. */
  readonly warn?: (message: string) => void;
}

const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * Prints certificates with one Chromium that stays warm. It starts at the first use and again after it has failed, so
 * `render` rejects once for each certificate that was lost and the next attempt finds a new browser: the queue retries.
 */
export class PuppeteerCertificateRenderer extends CertificateRenderer {
  private readonly pages = new Semaphore(pagesPerBrowser);
  private readonly browsers = new Set<Promise<WarmBrowser>>();
  private current: Promise<WarmBrowser> | undefined;
  private failedStarts = 0;
  private closed = false;
  private warned = false;

  constructor(private readonly options: CertificateRendererOptions = {}) {
    super();
  }

  async render(certificate: IssuedCertificate): Promise<Uint8Array> {
    return certificatePdf(await this.print(certificate), certificate);
  }

  /** The page as Chromium writes it: tagged, and without what makes a document of it that lasts. */
  print(certificate: Certificate): Promise<Uint8Array> {
    const content = certificateContent(certificate);
    return this.pages.runExclusive(() => this.printContent(content));
  }

  /** Resolves when a browser runs and answers, and starts one for that if need be; rejects when there is none. */
  async ready(): Promise<void> {
    const browser = await this.usableBrowser();
    await browser.answers(this.deadlineMs);
  }

  /** Ends the browser. What is being printed is rejected; nothing is printed any more. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.browsers].map((starting) => starting.then(endClosed, () => undefined)));
  }

  private async printContent(content: string): Promise<Uint8Array> {
    const browser = await this.usableBrowser();
    try {
      return await browser.print(content, this.deadlineMs);
    } finally {
      if (browser.printed >= (this.options.restartAfter ?? 500)) browser.retire();
    }
  }

  private get deadlineMs(): number {
    return this.options.deadlineMs ?? 10_000;
  }

  private async usableBrowser(): Promise<WarmBrowser> {
    for (;;) {
      if (this.closed) throw rendererClosed();
      const starting = (this.current ??= this.startBrowser());
      const browser = await starting;
      if (browser.usable) return browser;
      if (this.current === starting) this.current = undefined;
    }
  }

  private startBrowser(): Promise<WarmBrowser> {
    const starting = this.start();
    this.browsers.add(starting);
    const forget = (): void => {
      if (this.current === starting) this.current = undefined;
      this.browsers.delete(starting);
    };
    starting.then((browser) => browser.ended).then(forget, forget);
    return starting;
  }

  private async start(): Promise<WarmBrowser> {
    await this.pauseAfterFailures();
    if (this.closed) throw rendererClosed();
    try {
      const { deadlineMs, warnOnce: warn } = this;
      const launched = await launchBrowser({ executable: this.options.executable, deadlineMs, warn });
      const browser = await WarmBrowser.prepare(launched, { document: certificateShell(), deadlineMs });
      this.failedStarts = 0;
      return browser;
    } catch (error) {
      this.failedStarts += 1;
      throw error;
    }
  }

  private async pauseAfterFailures(): Promise<void> {
    if (this.failedStarts === 0) return;
    const pauseMs = Math.min(firstPauseMs * 2 ** (this.failedStarts - 1), longestPauseMs);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }

  private readonly warnOnce = (message: string): void => {
    if (!this.warned) this.options.warn?.(message);
    this.warned = true;
  };
}

function rendererClosed(): Error {
  return new Error('The certificate renderer is closed');
}

async function endClosed(browser: WarmBrowser): Promise<void> {
  await browser.end(rendererClosed());
}
