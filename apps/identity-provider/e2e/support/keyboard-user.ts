import { until } from '@governance/testing';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { type Page } from 'puppeteer';
import { textOn } from './page-forms';

/** More than any page has. */
const mostKeys = 200;

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
    return (await textOn(this.page, selector)).trim();
  }

  /** Replaces the text of a field. */
  async fill(selector: string, text: string): Promise<void> {
    await this.reach(selector);
    await this.page.keyboard.down('Control');
    await this.page.keyboard.press('KeyA');
    await this.page.keyboard.up('Control');
    // As one event, except for a list, which chooses by the letters.
    const isList = (await this.page.evaluate('document.activeElement.tagName')) === 'SELECT';
    await (isList ? this.page.keyboard.type(text) : this.page.keyboard.sendCharacter(text));
  }

  /** Chooses one of the radio buttons with a name. */
  async choose(name: string, value: string): Promise<void> {
    await this.reach(`input[name="${name}"]`);
    const wanted = `input[name="${name}"][value="${value}"]`;
    if ((await this.isAt(wanted)) && !(await this.isAt(`${wanted}:checked`)))
      await this.page.keyboard.press('Space');
    for (let keys = 0; keys < mostKeys && !(await this.isAt(wanted)); keys += 1)
      await this.page.keyboard.press('ArrowDown');
  }

  async check(selector: string): Promise<void> {
    await this.reach(selector);
    await this.page.keyboard.press('Space');
  }

  /** Follows a link, or sends a form with one of its buttons. */
  async press(selector: string): Promise<void> {
    await this.reach(selector);
    await Promise.all([this.page.waitForNavigation(), this.page.keyboard.press('Enter')]);
  }

  /** The file that a link saves in the folder of downloads. It is removed there. */
  async saved(selector: string, path: string): Promise<string> {
    await this.reach(selector);
    await this.page.keyboard.press('Enter');
    // A browser names a file after all of it has arrived.
    await until(() => existsSync(path));
    const text = readFileSync(path, 'utf8');
    rmSync(path);
    return text;
  }

  /** Moves the focus to the first element that matches. @throws if the Tab key does not reach one */
  async reach(selector: string): Promise<void> {
    await this.tabTo(() => this.isAt(selector), selector);
  }

  protected async tabTo(isThere: () => Promise<boolean>, what: string): Promise<void> {
    // A headed browser sends keys to the front tab only.
    await this.page.bringToFront();
    for (let keys = 0; keys < mostKeys; keys += 1) {
      if (await isThere()) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`the Tab key does not reach ${what} on ${this.page.url()}`);
  }

  protected async isAt(selector: string): Promise<boolean> {
    const at = `document.activeElement !== null && document.activeElement.matches(${JSON.stringify(selector)})`;
    return (await this.page.evaluate(at)) === true;
  }
}
