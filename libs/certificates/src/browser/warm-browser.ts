import { type PrintedContent } from '../printed-content';
import { type OpenBrowser } from './launch-browser';
import { PrintingPage } from './printing-page';
import { within } from './within';

/** Printing takes one core per page; with more than two pages the prints only wait for each other. */
export const pagesPerBrowser = 2;

export interface WarmBrowserOptions {
  /** The document that every page loads; its `main` receives the content of each print. */
  readonly document: string;
  readonly deadlineMs: number;
}

/**
 * One browser with its loaded pages. It ends in one way: its processes are killed, or its connection is closed, because a hanging
 * browser reacts to nothing else. A failed print ends it too; the next print uses another browser.
 */
export class WarmBrowser {
  /** The number of prints started. */
  printed = 0;
  /** Resolves when no process and no file of the browser is left. */
  readonly ended: Promise<unknown>;
  /** Pages that print, or will once they are loaded. */
  private readonly idle: Promise<PrintingPage>[];
  private readonly troubled = new Set<(reason: Error) => void>();
  private retired = false;
  private ending = false;
  private readonly removed = Promise.withResolvers<unknown>();

  private constructor(
    private readonly opened: OpenBrowser,
    private readonly document: string,
    pages: readonly PrintingPage[],
  ) {
    this.idle = pages.map((page) => Promise.resolve(this.watchedFor(page)));
    this.ended = this.removed.promise;
    opened.browser.once('disconnected', () => void this.end(new Error('The browser has ended')));
  }

  /** Prepares the pages of a new browser. Rejects at the deadline, and the browser is removed. */
  static async prepare(
    opened: OpenBrowser,
    { document, deadlineMs }: WarmBrowserOptions,
  ): Promise<WarmBrowser> {
    try {
      const late = `The browser was not ready within ${deadlineMs} ms`;
      const pages = await within(deadlineMs, late, preparedPages(opened, document));
      await opened.noteProcesses();
      return new WarmBrowser(opened, document, pages);
    } catch (error) {
      await opened.remove();
      throw error;
    }
  }

  get usable(): boolean {
    return !this.retired && !this.ending;
  }

  /** Prints the content as a PDF. Rejects at the deadline or when the browser fails, and the browser is removed. */
  print(content: PrintedContent, deadlineMs: number): Promise<Uint8Array> {
    return this.watched(deadlineMs, async () => {
      const loading = this.idle.shift();
      if (loading === undefined) throw new Error('Every page of the browser is in use');
      this.printed += 1;
      const page = await loading;
      const pdf = await page.print(content);
      this.idle.push(this.opened.isolatesDocuments ? this.replaced(page) : loading);
      return pdf;
    });
  }

  /** Resolves when the browser answers. Otherwise ends it at the deadline, and rejects. */
  async answers(deadlineMs: number): Promise<void> {
    await this.watched(deadlineMs, () => this.opened.browser.version());
  }

  /** Accepts no new prints, and ends when the current ones are done. */
  retire(): void {
    this.retired = true;
    if (this.troubled.size === 0) void this.end(new Error('The browser was replaced'));
  }

  /** Ends the browser and its current prints. */
  async end(reason: Error): Promise<void> {
    if (!this.ending) this.removed.resolve(this.opened.remove());
    this.ending = true;
    for (const reject of this.troubled) reject(reason);
    await this.ended;
  }

  private async watched<T>(deadlineMs: number, task: () => Promise<T>): Promise<T> {
    const { promise: trouble, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(new Error(`The browser did not answer within ${deadlineMs} ms`));
    }, deadlineMs);
    this.troubled.add(reject);
    try {
      return await Promise.race([task(), trouble]);
    } catch (error) {
      await this.end(new Error('The browser failed at another task'));
      throw error;
    } finally {
      clearTimeout(timer);
      this.troubled.delete(reject);
      if (this.retired) this.retire();
    }
  }

  /** Another page, in a context that has seen no document. A failure ends the browser, and with it the former context. */
  private replaced(former: PrintingPage): Promise<PrintingPage> {
    const loading = former
      .close()
      .then(() => PrintingPage.open(this.opened, this.document))
      .then((page) => this.watchedFor(page));
    loading.catch(() => void this.end(new Error('The browser opened no page')));
    return loading;
  }

  private watchedFor(page: PrintingPage): PrintingPage {
    page.onCrash(() => void this.end(new Error('The page has crashed')));
    return page;
  }
}

/** In place of the page that a browser starts with. */
async function preparedPages(opened: OpenBrowser, document: string): Promise<PrintingPage[]> {
  const first = await opened.browser.pages();
  const pages = await Promise.all(
    Array.from({ length: pagesPerBrowser }, () => PrintingPage.open(opened, document)),
  );
  await Promise.all(first.map((page) => page.close()));
  return pages;
}
