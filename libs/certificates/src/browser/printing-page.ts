import { type CDPSession, type Page } from 'puppeteer';
import { type PrintedContent } from '../printed-content';
import { type OpenBrowser } from './launch-browser';

/** No paper size: the document sets its own. */
const printing = {
  preferCSSPageSize: true,
  printBackground: true,
  generateTaggedPDF: true,
  generateDocumentOutline: true,
} as const;

/**
 * A page keeps evaluated code and the nodes of earlier contents in memory until a garbage collection is requested. The first
 * request makes it collect in small steps on its own; with requests at this interval it needs a third of the memory.
 */
const printsPerCollection = 50;

/**
 * Run once by the debugger, which may run scripts where the page may not. Content is laid out and painted for print only,
 * because there is no screen. Fonts would then load at the first print, so all of them are loaded here.
 */
const prepare = `
  document.head.insertAdjacentHTML('beforeend', '<style>@media screen { body { display: none } }</style>');
  Promise.all([...document.fonts].map((font) => font.load())).then(() => true)`;

/**
 * A page that stays loaded and prints one content after another, so that its fonts and drawings are read once. It runs no
 * script and loads nothing: it refuses every request, in addition to the launch flags.
 */
export class PrintingPage {
  private printed = 0;

  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  /** Loads the document into a new page. Its `main` receives the printed content. */
  static async open(
    { browser, isolatesDocuments }: Pick<OpenBrowser, 'browser' | 'isolatesDocuments'>,
    document: string,
  ): Promise<PrintingPage> {
    const context = isolatesDocuments ? await browser.createBrowserContext() : browser;
    const page = await context.newPage();
    await page.setJavaScriptEnabled(false);
    await page.setRequestInterception(true);
    page.on('request', (request) => void request.abort().catch(() => undefined));
    await page.setContent(document, { waitUntil: 'load', timeout: 0 });
    await page.evaluate(prepare);
    const opened = new PrintingPage(page, await page.createCDPSession());
    await opened.collectGarbage();
    return opened;
  }

  /** Needed because pending calls do not reject when a renderer crashes. */
  onCrash(tell: () => void): void {
    this.page.once('error', tell);
  }

  /** Closes its context, and with it everything that its document has left. */
  async close(): Promise<void> {
    await this.page.browserContext().close();
  }

  async print({ sheet, markup }: PrintedContent): Promise<Uint8Array> {
    await this.page.evaluate(`
      for (const style of document.querySelectorAll('style[data-sheet]')) {
        const media = style.dataset.sheet === ${JSON.stringify(sheet)} ? 'all' : 'not all';
        if (style.media !== media) style.media = media;
      }
      document.querySelector('main').innerHTML = ${JSON.stringify(markup)};
      true`);
    const { data } = await this.session.send('Page.printToPDF', printing);
    this.printed += 1;
    // Only the next print waits for it. An error that prevents collection ends the browser.
    if (this.printed % printsPerCollection === 0) this.collectGarbage().catch(() => undefined);
    return Buffer.from(data, 'base64');
  }

  private async collectGarbage(): Promise<void> {
    await this.session.send('HeapProfiler.collectGarbage');
  }
}
