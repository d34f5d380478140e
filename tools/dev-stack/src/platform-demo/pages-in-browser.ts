import { type Page } from 'puppeteer';

/** Timeout for a page: the machine may be busy. */
const pageTimeoutMs = 60_000;
/** Heading of a page that redirects by itself. */
const movesOn = 'One moment';

/** The identity provider's pages in a browser: headings to read, forms to fill in. */
export class PagesInBrowser {
  constructor(private readonly page: Page) {}

  /** `url` may redirect to another page. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
  }

  get origin(): string {
    return new URL(this.page.url()).origin;
  }

  /** The heading of the final page. */
  async heading(): Promise<string> {
    const selector = `::-p-xpath(//h1[not(normalize-space()="${movesOn}")])`;
    await this.page.waitForSelector(selector, { timeout: pageTimeoutMs });
    return this.textOf('h1');
  }

  async awaits(selector: string): Promise<void> {
    await this.page.waitForSelector(selector, { timeout: pageTimeoutMs });
  }

  async sees(heading: string): Promise<void> {
    const selector = `::-p-xpath(//h1[normalize-space()="${heading}"])`;
    try {
      await this.page.waitForSelector(selector, { timeout: pageTimeoutMs });
    } catch (cause) {
      throw new Error(`The browser shows "${await this.textOf('main')}" instead of "${heading}".`, { cause });
    }
  }

  /** Replaces the fields' values and presses the button. Resolves to the next page's status. */
  async send(
    fields: Readonly<Record<string, string>>,
    button = 'button.primary',
  ): Promise<number | undefined> {
    for (const [name, text] of Object.entries(fields)) {
      const field = `#${name}, [name="${name}"]`;
      await this.page.click(field, { count: 3 });
      await this.page.type(field, text);
    }
    const [response] = await Promise.all([
      this.page.waitForNavigation({ timeout: pageTimeoutMs }),
      this.page.click(button),
    ]);
    return response?.status();
  }

  /** For a button that leaves the site. */
  async press(button: string): Promise<void> {
    await this.page.click(button);
  }

  /** Empty if no element matches. */
  async textOf(selector: string): Promise<string> {
    return this.ask(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`);
  }

  /** Code as text, because this program is compiled without browser types. */
  async ask(expression: string): Promise<string> {
    return String(await this.page.evaluate(expression))
      .replaceAll(/\s+/g, ' ')
      .trim();
  }
}
