import { type Page } from 'puppeteer';

/** More than any page has. */
const mostStops = 250;
const mostAnswers = 4;

/** What has the focus, in the words of the screen. */
interface Stop {
  readonly name: string;
  /** The question of a radio button. */
  readonly question: string;
  /** A person can tell where the focus is: it has an outline, and lies uncovered in the window. */
  readonly isShown: boolean;
  readonly html: string;
}

const focusedStop = `(() => {
  const focused = document.activeElement;
  const isControl = focused.tabIndex >= 0;
  const words = (element) => (element?.innerText ?? '').replace(/\\s+/g, ' ').trim();
  const label = focused.labels?.[0];
  const shown = label?.contains(focused) ? label : focused;
  const { outlineStyle } = getComputedStyle(shown);
  const [{ left, right, top, bottom } = new DOMRect(-1, -1)] = shown.getClientRects();
  // The middle of the part that is not scrolled away.
  const there = document.elementFromPoint((left + right) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2);
  return {
    name: isControl ? (focused.getAttribute('aria-label') ?? words(label ?? focused)) : '',
    question: focused.type === 'radio' ? words(focused.closest('fieldset')?.querySelector('legend')) : '',
    isShown: focused === document.body || (outlineStyle !== 'none' && (shown.contains(there) || there?.contains(shown))),
    html: focused === document.body ? 'the page' : shown.outerHTML.slice(0, 200),
  };
})()`;

/**
 * A person with a keyboard alone. Tab moves from stop to stop, each of which must show the focus. Controls are found by their words on
 * the screen.
 */
export class Keyboard {
  constructor(readonly page: Page) {}

  /** Enters a text in an empty field. */
  async fill(label: string, text: string): Promise<void> {
    await this.reach(label);
    await this.page.keyboard.type(text);
  }

  /** Answers a question: a group of radio buttons is one tab stop; arrow keys move within it and choose. */
  async choose(question: string, answer: string): Promise<void> {
    await this.reach(question);
    await this.page.keyboard.press('Space');
    for (let moves = 0; moves < mostAnswers; moves += 1) {
      if ((await this.stop()).name.startsWith(answer)) return;
      await this.page.keyboard.press('ArrowRight');
    }
    throw new Error(`"${question}" has no answer "${answer}"`);
  }

  async press(name: string): Promise<void> {
    await this.reach(name);
    await this.page.keyboard.press('Enter');
  }

  /** Presses what leads to another page. */
  async follow(name: string): Promise<void> {
    await this.reach(name);
    await Promise.all([this.page.waitForNavigation(), this.page.keyboard.press('Enter')]);
  }

  /** Presses Tab until the control has the focus; `back`: with Shift. */
  async reach(name: string, { back = false } = {}): Promise<void> {
    let stop = await this.stop();
    for (let stops = 0; stops < mostStops; stops += 1) {
      if (stop.name.startsWith(name) || stop.question.includes(name)) return;
      if (back) await this.page.keyboard.down('Shift');
      await this.page.keyboard.press('Tab');
      await this.page.keyboard.up('Shift');
      stop = await this.stop();
      if (!stop.isShown) throw new Error(`The focus is not shown on ${this.page.url()}: ${stop.html}`);
    }
    throw new Error(`Tab does not lead to "${name}" on ${this.page.url()}`);
  }

  async stop(): Promise<Stop> {
    return (await this.page.evaluate(focusedStop)) as Stop;
  }
}
