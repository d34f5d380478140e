import { existsSync, readFileSync, rmSync } from 'node:fs';
import { type Page } from 'puppeteer';
import { until } from './until';

/** More than any page has. */
const mostStops = 250;

/** A person who uses pages with the keyboard alone, as they are shown: what the Tab key does not reach, they cannot use. */
export class KeyboardUser {
  constructor(readonly page: Page) {}

  /** Waits for a page by its heading. */
  async arrived(heading: string): Promise<void> {
    await until(async () => (await this.heading()) === heading).catch(async (error: unknown) => {
      const shown = await this.textOf('body').catch(() => '');
      throw new Error(`no page "${heading}", but ${this.page.url()}: ${shown}`, { cause: error });
    });
  }

  /** Waits for an element. */
  async sees(selector: string): Promise<void> {
    await until(async () => (await this.page.$(selector).catch(() => null)) !== null);
  }

  /** The heading of the page; empty while a page is being left. */
  heading(): Promise<string> {
    return this.textOf('h1').catch(() => '');
  }

  async textOf(selector: string): Promise<string> {
    const text = await this.page.evaluate(`document.querySelector(${JSON.stringify(selector)}).textContent`);
    return String(text).trim();
  }

  /** Replaces the text of a field. */
  async fill(control: string, text: string): Promise<void> {
    await this.reach(control);
    await this.page.keyboard.down('Control');
    await this.page.keyboard.press('KeyA');
    await this.page.keyboard.up('Control');
    // As one event, except for a list, which chooses by the letters, and a date.
    const isText = `/text|email|search|password|url/.test(document.activeElement.type)`;
    if ((await this.page.evaluate(isText)) === true) await this.page.keyboard.sendCharacter(text);
    else await this.page.keyboard.type(text);
  }

  async check(control: string): Promise<void> {
    await this.reach(control);
    await this.page.keyboard.press('Space');
  }

  /** Follows a link, or sends a form with one of its buttons. */
  async press(control: string): Promise<void> {
    await this.reach(control);
    await Promise.all([this.page.waitForNavigation(), this.page.keyboard.press('Enter')]);
  }

  /** Presses what changes the page, and does not leave it. */
  async activate(control: string): Promise<void> {
    await this.reach(control);
    await this.page.keyboard.press('Enter');
  }

  /** The file that a link saves in the folder of downloads. It is removed there. */
  async saved(control: string, path: string): Promise<string> {
    await this.activate(control);
    // A browser names a file after all of it has arrived.
    await until(() => existsSync(path));
    const text = readFileSync(path, 'utf8');
    rmSync(path);
    return text;
  }

  /** Moves the focus to the first control that matches, with Shift: backwards. @throws if the Tab key does not reach one */
  async reach(control: string, { back = false } = {}): Promise<void> {
    // A headed browser sends keys to the front tab only.
    await this.page.bringToFront();
    for (let stops = 0; stops < mostStops; stops += 1) {
      if (await this.isAt(control)) return;
      if (back) await this.page.keyboard.down('Shift');
      await this.page.keyboard.press('Tab');
      await this.page.keyboard.up('Shift');
    }
    throw new Error(`the Tab key does not reach "${control}" on ${this.page.url()}`);
  }

  /** Whether the control has the focus. Here a control is a selector. */
  protected async isAt(control: string): Promise<boolean> {
    const at = `document.activeElement !== null && document.activeElement.matches(${JSON.stringify(control)})`;
    return (await this.page.evaluate(at)) === true;
  }
}
