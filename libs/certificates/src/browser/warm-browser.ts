import { rm } from 'node:fs/promises';
import { type Browser } from 'puppeteer';
import { type PrintedContent } from '../printed-content';
import { type LaunchedBrowser } from './launch-browser';
import { PrintingPage } from './printing-page';
import { descendants, killTree, type ProcessIdentity } from './process-tree';

/** Printing takes one core per page; with more than two pages the prints only wait for each other. */
export const pagesPerBrowser = 2;

export interface WarmBrowserOptions {
  /** The document that every page loads; its `main` receives the content of each print. */
  readonly document: string;
  readonly deadlineMs: number;
}

/**
 * One browser with its reusable pages. It ends in one way: its processes are killed, because a hanging browser reacts to
 * nothing else. A failed print ends it too; the next print uses another browser.
 */
export class WarmBrowser {
  /** The number of prints started. */
  printed = 0;
  /** Resolves when no process and no file of the browser is left. */
  readonly ended: Promise<unknown>;
  private readonly idle: PrintingPage[];
  private readonly troubled = new Set<(reason: Error) => void>();
  private retired = false;
  private ending = false;
  private readonly removed = Promise.withResolvers<unknown>();

  private constructor(
    private readonly launched: LaunchedBrowser,
    private readonly family: readonly ProcessIdentity[],
    pages: readonly PrintingPage[],
  ) {
    this.idle = [...pages];
    this.ended = this.removed.promise;
    const fail = (message: string) => () => void this.end(new Error(message));
    launched.browser.once('disconnected', fail('The browser has ended'));
    for (const page of pages) page.onCrash(fail('The page has crashed'));
  }

  /** Prepares the pages of a new browser. Rejects at the deadline, and the browser is removed. */
  static async prepare(
    launched: LaunchedBrowser,
    { document, deadlineMs }: WarmBrowserOptions,
  ): Promise<WarmBrowser> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(new Error(`The browser was not ready within ${deadlineMs} ms`));
    }, deadlineMs);
    try {
      const pages = await Promise.race([preparedPages(launched.browser, document), late.promise]);
      return new WarmBrowser(launched, await descendants(launched.pid), pages);
    } catch (error) {
      await removeBrowser(launched);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  get usable(): boolean {
    return !this.retired && !this.ending;
  }

  /** Prints the content as a PDF. Rejects at the deadline or when the browser fails, and the browser is removed. */
  print(content: PrintedContent, deadlineMs: number): Promise<Uint8Array> {
    return this.watched(deadlineMs, async () => {
      const page = this.idle.pop();
      if (page === undefined) throw new Error('Every page of the browser is in use');
      this.printed += 1;
      const pdf = await page.print(content);
      this.idle.push(page);
      return pdf;
    });
  }

  /** Resolves when the browser answers. Otherwise ends it at the deadline, and rejects. */
  async answers(deadlineMs: number): Promise<void> {
    await this.watched(deadlineMs, () => this.launched.browser.version());
  }

  /** Accepts no new prints, and ends when the current ones are done. */
  retire(): void {
    this.retired = true;
    if (this.troubled.size === 0) void this.end(new Error('The browser was replaced'));
  }

  /** Ends the browser and its current prints. */
  async end(reason: Error): Promise<void> {
    if (!this.ending) this.removed.resolve(removeBrowser(this.launched, this.family));
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
}

async function preparedPages(browser: Browser, document: string): Promise<PrintingPage[]> {
  const pages = await browser.pages();
  while (pages.length < pagesPerBrowser) pages.push(await browser.newPage());
  return Promise.all(pages.map((page) => PrintingPage.open(page, document)));
}

/** Kills the processes of a browser and removes its folder. */
export async function removeBrowser(
  launched: LaunchedBrowser,
  family: readonly ProcessIdentity[] = [],
): Promise<void> {
  await killTree(launched.pid, family);
  await rm(launched.profile, { recursive: true, force: true, maxRetries: 5 });
}
