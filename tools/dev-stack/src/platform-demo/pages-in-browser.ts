import { type Page } from 'puppeteer';

/** How long a page may take to come: the machine may be busy. */
const pageTimeoutMs = 60_000;
/** Of a page that moves on by itself. */
const movesOn = 'One moment';

/** The pages of the identity provider as somebody in a browser has them: headings to read, forms to fill in. */
export class PagesInBrowser {
  constructor(private readonly page: Page) {}

  /** `url` may also lead on, to another page. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
  }

  /** The heading of the page that stays. */
  async heading(): Promise<string> {
    const selector = `::-p-xpath(//h1[not(normalize-space()="${movesOn}")])`;
    await this.page.waitForSelector(selector, { timeout: pageTimeoutMs });
    return this.textOf('h1');
  }

  async sees(heading: string): Promise<void> {
    const selector = `::-p-xpath(//h1[normalize-space()="${heading}"])`;
    try {
      await this.page.waitForSelector(selector, { timeout: pageTimeoutMs });
    } catch (cause) {
      throw new Error(`The browser shows "${await this.textOf('main')}" instead of "${heading}".`, { cause });
    }
  }

  /** Fills in the fields, which replaces what is there, and presses the button. Answers with the next page's status. */
  async send(
    fields: Readonly<Record<string, string>>,
    button = 'button.primary',
  ): Promise<number | undefined> {
    for (const [id, text] of Object.entries(fields)) {
      await this.page.click(`#${id}`, { count: 3 });
      await this.page.type(`#${id}`, text);
    }
    const [response] = await Promise.all([
      this.page.waitForNavigation({ timeout: pageTimeoutMs }),
      this.page.click(button),
    ]);
    return response?.status();
  }

  /** For a button after which the browser is somewhere else. */
  async press(button: string): Promise<void> {
    await this.page.click(button);
  }

  /** Empty when there is no such part. */
  async textOf(selector: string): Promise<string> {
    return this.ask(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`);
  }

  /** A text for the browser, because this program is compiled without its types. */
  async ask(expression: string): Promise<string> {
    return String(await this.page.evaluate(expression))
      .replaceAll(/\s+/g, ' ')
      .trim();
  }
}
