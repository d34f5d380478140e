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
