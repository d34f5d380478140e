import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Page } from 'puppeteer';
import { accessibilityFindings, type Allowances } from './accessibility-findings';
import { KeyboardUser } from './keyboard-user';
import { type StoredMail } from './stored-mail';

/** `npm run prove -- screenshots` writes every step there. */
const pictures = process.env.SCREENSHOTS && join(__dirname, '../../..', process.env.SCREENSHOTS);

/** How a person sees the pages. */
export interface ScreenView {
  /** Of the pictures. */
  readonly name: string;
  readonly width: number;
  readonly theme?: 'light' | 'dark';
  readonly scripts?: false;
}

/** What has the focus, in the words of the screen. */
interface Stop {
  readonly isControl: boolean;
  readonly name: string;
  /** The question of a radio button. */
  readonly question: string;
  readonly isChosen: boolean;
  /** A person can tell where the focus is: it has an outline, and lies uncovered in the window. */
  readonly isShown: boolean;
  readonly html: string;
}

const focusedStop = `(() => {
  const focused = document.activeElement;
  const words = (element) => (element?.innerText ?? '').replace(/\\s+/g, ' ').trim();
  const label = focused.labels?.[0];
  const shown = label?.contains(focused) ? label : focused;
  const outlined = [focused, shown].some((each) => getComputedStyle(each).outlineStyle !== 'none');
  const [{ left, right, top, bottom } = new DOMRect(-1, -1)] = shown.getClientRects();
  // The middle of the part that is not scrolled away.
  const there = document.elementFromPoint((left + right) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2);
  return {
    isControl: focused.tabIndex >= 0,
    name: focused.tabIndex >= 0 ? (focused.getAttribute('aria-label') ?? words(label ?? focused)) : '',
    question: focused.type === 'radio' ? words(focused.closest('fieldset')?.querySelector('legend')) : '',
    isChosen: focused.checked === true,
    isShown: outlined && (shown.contains(there) || there?.contains(shown)) === true,
    html: focused === document.body ? 'the page' : shown.outerHTML.slice(0, 200),
  };
})()`;

const elements = `Array.from(document.querySelectorAll('*'), ({ tagName, id, className, type, hidden, open, ariaLabel, textContent }) =>
  [tagName, id, className, type, hidden, open, ariaLabel === null, textContent.trim() === ''].join(' ')).join()`;
/** Pages of the same elements are for axe one page, which a person sees again and again. */
const lookedAt = new Set<string>();

const mostAnswers = 4;

/**
 * A person with a keyboard who knows only what is on the screen: links, buttons, fields and questions begin with their words. Each stop
 * of the Tab key shows the focus. A page that is looked at fits its width, and axe finds nothing.
 */
export class ScreenUser extends KeyboardUser {
  private shots = 0;

  constructor(
    page: Page,
    readonly view: ScreenView,
  ) {
    super(page);
  }

  /** Prepares the page for the view. */
  async begin(): Promise<void> {
    const { width, theme = 'light', scripts = true } = this.view;
    await this.page.setJavaScriptEnabled(scripts);
    await this.page.setViewport({ width, height: 844 });
    await this.page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
      // A page that still scrolls shows the focus elsewhere.
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
  }

  /** Opens a message as a mail program shows it. */
  async opensMail({ html }: Pick<StoredMail, 'html'>): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.setContent(html);
    await this.looks({ message: true });
  }

  /** Answers a question: a group of radio buttons is one tab stop; arrow keys move within it and choose. */
  async choose(question: string, answer: string): Promise<void> {
    await this.reach(question);
    for (let moves = 0; moves < mostAnswers; moves += 1) {
      const { name, isChosen } = await this.stop();
      if (name.startsWith(answer)) {
        if (!isChosen) await this.page.keyboard.press('Space');
        return;
      }
      await this.page.keyboard.press('ArrowRight');
    }
    throw new Error(`"${question}" has no answer "${answer}"`);
  }

  /** Axe, the width, and a picture. */
  async looks(allowances?: Allowances): Promise<void> {
    const { page, view } = this;
    const where = `${page.url()} at ${view.width} ${view.theme ?? ''} ${JSON.stringify(allowances ?? {})}`;
    await page.evaluate('document.fonts.ready.then(() => true)');
    // What differs without scripts, the tests of pages look at.
    const kind = `${where.replace(page.url(), '')} ${String(await page.evaluate(elements))}`;
    if (view.scripts !== false && !lookedAt.has(kind))
      expect([where, await accessibilityFindings(page, allowances)]).toEqual([where, []]);
    lookedAt.add(kind);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect([where, overflow]).toEqual([where, 0]);
    await this.shoot();
  }

  async stop(): Promise<Stop> {
    const stop = (await this.page.evaluate(focusedStop)) as Stop;
    if (stop.isControl && !stop.isShown)
      throw new Error(`The focus is not shown on ${this.page.url()}: ${stop.html}`);
    return stop;
  }

  protected override async isAt(words: string): Promise<boolean> {
    const { name, question } = await this.stop();
    return name.startsWith(words) || question.includes(words);
  }

  private async shoot(): Promise<void> {
    if (!pictures) return;
    mkdirSync(pictures, { recursive: true });
    this.shots += 1;
    const title = (await this.heading()).replaceAll(/\W+/g, '-').slice(0, 40);
    const { name, width } = this.view;
    const file = `${name}-${width}-${String(this.shots).padStart(2, '0')}-${title}.png` as const;
    await this.page.screenshot({ path: join(pictures, file), fullPage: true });
  }
}
