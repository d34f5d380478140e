import { Hands } from './hands';

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
