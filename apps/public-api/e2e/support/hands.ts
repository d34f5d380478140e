import { type Page } from 'puppeteer';

/** How a visitor operates a page. */
export abstract class Hands {
  constructor(readonly page: Page) {}

  /** Enters a text in an empty field. */
  abstract fill(selector: string, text: string): Promise<void>;
  /** Answers a question of a form that can be seen. */
  abstract answer(questionId: string, value: number): Promise<void>;

  async press(selector: string): Promise<void> {
    await this.reach(selector);
    await this.activate(selector);
  }

  /** Presses what leads to another page. */
  async follow(selector: string): Promise<void> {
    await this.reach(selector);
    await Promise.all([this.page.waitForNavigation(), this.activate(selector)]);
  }

  protected abstract reach(selector: string): Promise<void>;
  protected abstract activate(selector: string): Promise<void>;
}

export class Mouse extends Hands {
  fill(selector: string, text: string): Promise<void> {
    return this.page.type(selector, text);
  }

  answer(questionId: string, value: number): Promise<void> {
    return this.page.click(`#q-${questionId} label:nth-child(${value + 1})`);
  }

  protected async reach(selector: string): Promise<void> {
    await this.page.waitForSelector(selector);
  }

  protected activate(selector: string): Promise<void> {
    return this.page.click(selector);
  }
}

/** Tab moves from stop to stop, and the keys of a control change it. */
export class Keyboard extends Hands {
  async fill(selector: string, text: string): Promise<void> {
    await this.tabTo(selector);
    await this.page.keyboard.type(text);
  }

  /** A group of radio buttons is one tab stop; arrow keys move within it and choose. */
  async answer(questionId: string, value: number): Promise<void> {
    await this.tabTo(`[name="answers.${questionId}"]`);
    await this.page.keyboard.press('Space');
    const from = Number(await this.page.evaluate('document.activeElement.value'));
    const key = value > from ? 'ArrowRight' : 'ArrowLeft';
    for (let step = 0; step < Math.abs(value - from); step += 1) await this.page.keyboard.press(key);
  }

  /** Presses Tab until the element has the focus; a page that takes too long has a focus trap. */
  async tabTo(selector: string): Promise<void> {
    for (let stop = 0; stop < 80; stop += 1) {
      if (await this.isFocused(selector)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${selector}`);
  }

  protected reach(selector: string): Promise<void> {
    return this.tabTo(selector);
  }

  protected async activate(): Promise<void> {
    await this.page.keyboard.press('Enter');
  }

  private async isFocused(selector: string): Promise<boolean> {
    const focused = `document.activeElement?.matches(${JSON.stringify(selector)})`;
    return (await this.page.evaluate(focused)) === true;
  }
}
