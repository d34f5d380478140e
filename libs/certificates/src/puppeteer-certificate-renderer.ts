import {
  type Certificate,
  type CertificateHolder,
  CertificateRenderer,
  type IssuedCertificate,
} from '@governance/assessments';
import { Semaphore } from 'async-mutex';
import { certificateContent, certificateShell } from './certificate-html';
import { connectBrowser } from './browser/connect-browser';
import { launchBrowser } from './browser/launch-browser';
import { certificatePdf } from './pdf/certificate-pdf';
import { UntruePrint } from './pdf/untrue-print';
import { type PrintedContent } from './printed-content';
import { pagesPerBrowser, WarmBrowser } from './browser/warm-browser';

export interface CertificateRendererOptions {
  /** The setting BROWSER_URL: a browser that runs elsewhere. Without it, one is started on this machine. */
  readonly url?: string | undefined;
  /** The setting BROWSER_EXECUTABLE. Default: an installed browser, or else the bundled one, which is then unpacked. */
  readonly executable?: string | undefined;
  /** The deadline of one browser start and of one print. Default 10 seconds. */
  readonly deadlineMs?: number;
  /** The browser is replaced after this many prints, because its memory grows slowly. Default 500. */
  readonly restartAfter?: number;
  /** Called once with a warning for the operator about the browser's confinement. */
  readonly warn?: (message: string) => void;
  /** Called with the reason for each document that was printed with other words than it should have. */
  readonly refused?: (reason: string) => void;
}

/** What came back from a browser, unchecked. */
interface Printed {
  readonly printed: Uint8Array;
  readonly browser: WarmBrowser;
}

const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * Prints certificates with one warm Chromium. It starts at the first print and again after a failure: `render` rejects once
 * for each lost certificate, and the queue retries with a new browser.
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

  render(certificate: IssuedCertificate): Promise<Uint8Array> {
    return this.printDocument(contentOf(certificate), (printed) => certificatePdf(printed, certificate));
  }

  /** The page as Chromium writes it: tagged, but without the metadata and attachments of an archivable document. */
  async print(certificate: Certificate & CertificateHolder): Promise<Uint8Array> {
    return (await this.printContent(contentOf(certificate))).printed;
  }

  /**
   * Prints any document of the shell, and finishes it. `finish` rejects with UntruePrint for a document that does not say what it
   * should: its browser then prints no other one.
   */
  async printDocument(
    content: PrintedContent,
    finish: (printed: Uint8Array) => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    const { printed, browser } = await this.printContent(content);
    try {
      return await finish(printed);
    } catch (error) {
      if (error instanceof UntruePrint) {
        browser.retire();
        this.options.refused?.(error.message);
      }
      throw error;
    }
  }

  private printContent(content: PrintedContent): Promise<Printed> {
    return this.pages.runExclusive(() => this.printNext(content));
  }

  /** Resolves when a browser is running and answers, starting one if necessary; rejects when none starts. */
  async ready(): Promise<void> {
    const browser = await this.usableBrowser();
    await browser.answers(this.deadlineMs);
  }

  /** Ends the browser. Rejects current prints; later prints reject too. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.browsers].map((starting) => starting.then(endClosed, () => undefined)));
  }

  private async printNext(content: PrintedContent): Promise<Printed> {
    const browser = await this.usableBrowser();
    try {
      return { printed: await browser.print(content, this.deadlineMs), browser };
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
      const { url, executable } = this.options;
      const opened = await (url === undefined
        ? launchBrowser({ executable, deadlineMs, warn })
        : connectBrowser({ url, deadlineMs }));
      const browser = await WarmBrowser.prepare(opened, { document: certificateShell(), deadlineMs });
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

function contentOf(certificate: Certificate & CertificateHolder): PrintedContent {
  return { sheet: 'certificate', markup: certificateContent(certificate) };
}

function rendererClosed(): Error {
  return new Error('The certificate renderer is closed');
}

async function endClosed(browser: WarmBrowser): Promise<void> {
  await browser.end(rendererClosed());
}
