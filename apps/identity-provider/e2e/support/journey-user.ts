import { type StoredMail, until } from '@governance/testing';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type Page } from 'puppeteer';
import { findingsOn } from './axe';
import { authenticator } from './passkey-app';
import { KeyboardUser } from './keyboard-user';

/** `npm run prove -- screenshots` writes every step there. */
const folder = process.env.SCREENSHOTS && join(__dirname, '../../../..', process.env.SCREENSHOTS);
/** The menu of the console is a row of links from here on. */
const wideScreen = 768;

interface JourneyOptions {
  /** Names the pictures. */
  readonly name: string;
  readonly width: number;
  /** Where the browser saves files. */
  readonly downloadPath?: string;
}

/** A link, a button or the label of a field has this text, or begins with it before a hint. */
const isNamed = `(wanted) => {
  const at = document.activeElement;
  const own = at.getAttribute('aria-label') ?? at.textContent;
  const label = Array.from(at.labels ?? [], ({ textContent }) => textContent).join(' ');
  const tidy = (text) => text.replaceAll(/\\s+/g, ' ').trim();
  return at !== document.body && (label === '' ? tidy(own) === wanted : tidy(label).startsWith(wanted));
}`;

const elements = `Array.from(document.querySelectorAll('*'), ({ tagName, id, className, type, hidden, open, ariaLabel }) =>
  [tagName, id, className, type, hidden, open, ariaLabel === null].join(' ')).join()`;
/** Pages of the same elements are for axe one page, which a person sees again and again. */
const lookedAt = new Set<string>();

/** The focus is drawn, and nothing covers what has it. */
const isFocusSeen = `(() => {
  const at = document.activeElement;
  const drawn = [at, at.closest('label') ?? at].map((each) => getComputedStyle(each));
  const { left, top, width, height } = at.getClientRects()[0];
  const over = document.elementFromPoint(left + Math.min(width, innerWidth) / 2, top + height / 2);
  return [
    drawn.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px'),
    over !== null && (at.contains(over) || over.contains(at)),
  ];
})()`;

/**
 * A person who goes through pages by keyboard and knows only what is on the screen: links, buttons and fields have their texts.
 * Each page is looked at: axe finds nothing, it fits the screen, and the focus is seen.
 */
export class JourneyUser extends KeyboardUser {
  private pictures = 0;

  private constructor(
    page: Page,
    private readonly options: JourneyOptions,
  ) {
    super(page);
  }

  static async open(browser: Browser, options: JourneyOptions): Promise<JourneyUser> {
    const { downloadPath, width } = options;
    const context = await browser.createBrowserContext(
      downloadPath === undefined ? {} : { downloadBehavior: { policy: 'allow', downloadPath } },
    );
    const page = await context.newPage();
    await page.setViewport({ width, height: 800 });
    // A page that still scrolls shows the focus elsewhere.
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    return new JourneyUser(page, options);
  }

  override async arrived(heading: string): Promise<void> {
    await super.arrived(heading);
    await this.looks();
  }

  /** Opens a mail, whose links lead on. */
  async opensMail({ html }: Pick<StoredMail, 'html'>): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.setContent(html);
    await this.looks({ isMail: true });
  }

  /** The browser does not ask on pages of this origin. */
  async mayUseTheClipboard(origin: string): Promise<void> {
    const granted = ['clipboard-read', 'clipboard-write'].map((name) => ({
      permission: { name },
      state: 'granted' as const,
    }));
    await this.page.browserContext().setPermission(origin, ...granted);
  }

  /** The device has a sensor for passkeys, which its owner uses. */
  async hasAuthenticator(): Promise<void> {
    const devtools = await this.page.createCDPSession();
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', { options: authenticator });
  }

  /** All sessions of the browser have expired. */
  async comesBackLater(): Promise<void> {
    const context = this.page.browserContext();
    await context.deleteCookie(...(await context.cookies()));
  }

  /** Follows a link of the navigation of the console, which is a menu on a phone. */
  async follows(label: string): Promise<void> {
    if (this.options.width < wideScreen) await this.unfolds('Menu');
    await this.press(label);
  }

  /** Shows what is below a summary. */
  async unfolds(label: string): Promise<void> {
    await this.reach(label);
    await this.page.keyboard.press('Enter');
    await this.looks();
  }

  /** Chooses a radio button in a group, which the Tab key reaches at one of its buttons. */
  override async choose(group: string, label: string): Promise<void> {
    const inGroup = `document.activeElement.closest('fieldset')?.querySelector('legend').textContent.trim()`;
    await this.tabTo(async () => (await this.page.evaluate(inGroup)) === group, group);
    while (!(await this.isAt(label))) await this.page.keyboard.press('ArrowDown');
    await this.reach(label);
    if ((await this.page.evaluate('document.activeElement.checked')) !== true)
      await this.page.keyboard.press('Space');
  }

  override async reach(label: string): Promise<void> {
    await super.reach(label);
    const seen = [this.page.url(), label, await this.page.evaluate(isFocusSeen)];
    expect(seen).toEqual([this.page.url(), label, [true, true]]);
  }

  /** Axe, the width, and a picture. */
  async looks({ isMail = false } = {}): Promise<void> {
    const where = `${this.page.url()} at ${this.options.width}`;
    const kind = `${this.options.width} ${String(await this.page.evaluate(elements))}`;
    if (!lookedAt.has(kind)) expect([where, await findingsOn(this.page, { isMail })]).toEqual([where, []]);
    lookedAt.add(kind);
    const overflow = 'document.documentElement.scrollWidth > window.innerWidth';
    expect([where, await this.page.evaluate(overflow)]).toEqual([where, false]);
    if (folder) {
      mkdirSync(folder, { recursive: true });
      this.pictures += 1;
      const title = (await this.heading()).replaceAll(/\W+/g, '-');
      const file = `${this.options.name}-${this.options.width}-${String(this.pictures).padStart(2, '0')}-${title}.png`;
      await this.page.screenshot({ path: join(folder, file), fullPage: true });
    }
  }

  /** Waits for a text in an element. */
  async reads(selector: string, text: string): Promise<void> {
    await until(async () => (await this.textOf(selector).catch(() => '')).includes(text));
  }

  protected override async isAt(label: string): Promise<boolean> {
    return (await this.page.evaluate(`(${isNamed})(${JSON.stringify(label)})`)) === true;
  }
}
