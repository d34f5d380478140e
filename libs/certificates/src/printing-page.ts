import { type CDPSession, type Page } from 'puppeteer';

/** No paper size here: the document names its own. */
const printing = {
  preferCSSPageSize: true,
  printBackground: true,
  generateTaggedPDF: true,
  generateDocumentOutline: true,
} as const;

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
    return new PrintingPage(page, await page.createCDPSession());
  }

  /** A renderer that crashes rejects nothing of what waits for it. */
  onCrash(tell: () => void): void {
    this.page.once('error', tell);
  }

  async print(content: string): Promise<Uint8Array> {
    await this.page.evaluate(`document.querySelector('main').innerHTML = ${JSON.stringify(content)}; true`);
    const { data } = await this.session.send('Page.printToPDF', printing);
    return Buffer.from(data, 'base64');
  }
}
