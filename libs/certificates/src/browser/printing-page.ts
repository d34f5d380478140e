import { type CDPSession, type Page } from 'puppeteer';

/** No paper size here: the document names its own. */
const printing = {
  preferCSSPageSize: true,
  printBackground: true,
  generateTaggedPDF: true,
  generateDocumentOutline: true,
} as const;

/**
 * A page keeps the text of what is evaluated in it, and the nodes of former contents for long, until it is asked to collect
 * its garbage. Asked at the beginning it goes on by itself in small steps; asked this often it needs a third of the memory.
 */
const printsPerCollection = 50;

/**
 * Run by the debugger once, as it may where the page itself may not. Nobody looks at the screen: what is only printed is laid
 * out and painted for paper alone. That leaves fonts unread until the first print, so all are asked for now.
 */
const prepare = `
  document.head.insertAdjacentHTML('beforeend', '<style>@media screen { body { display: none } }</style>');
  Promise.all([...document.fonts].map((font) => font.load())).then(() => true)`;

/**
 * A page that stays loaded and prints one content after the other: its fonts and drawings are read once. It runs no script
 * and loads nothing; whatever asks to is refused, besides what the launch flags refuse.
 */
export class PrintingPage {
  private printed = 0;

  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  /** Loads the document whose `main` will be what is printed. */
  static async open(page: Page, document: string): Promise<PrintingPage> {
    await page.setJavaScriptEnabled(false);
    await page.setRequestInterception(true);
    page.on('request', (request) => void request.abort().catch(() => undefined));
    await page.setContent(document, { waitUntil: 'load', timeout: 0 });
    await page.evaluate(prepare);
    const opened = new PrintingPage(page, await page.createCDPSession());
    await opened.collectGarbage();
    return opened;
  }

  /** A renderer that crashes rejects nothing of what waits for it. */
  onCrash(tell: () => void): void {
    this.page.once('error', tell);
  }

  async print(content: string): Promise<Uint8Array> {
    await this.page.evaluate(`document.querySelector('main').innerHTML = ${JSON.stringify(content)}; true`);
    const { data } = await this.session.send('Page.printToPDF', printing);
    this.printed += 1;
    // Only the next print waits for it. What keeps a page from collecting ends the browser.
    if (this.printed % printsPerCollection === 0) this.collectGarbage().catch(() => undefined);
    return Buffer.from(data, 'base64');
  }

  private async collectGarbage(): Promise<void> {
    await this.session.send('HeapProfiler.collectGarbage');
  }
}
