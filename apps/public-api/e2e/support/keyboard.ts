import { Hands } from './hands';

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
