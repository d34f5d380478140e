import { type Mode, modes, publishedRubrics } from '@governance/rubric';
import { type Page } from 'puppeteer';
import { completeCases } from '../support/golden';
import { questionIds, type Site, startSite } from '../support/site';

const answers = {
  'msp-self': 'persona-policy-on-paper',
  'client-on-behalf': 'persona-controlled-pilot',
} as const;

/** These tests use no mouse: Tab moves from stop to stop, and the keys of a control change it. */
describe('the assessment by keyboard alone', () => {
  let site: Site;

  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.close());

  describe.each(modes)('for %s', (mode) => {
    it.each([
      { how: 'with scripts', scripts: true },
      { how: 'without scripts', scripts: false },
    ])('ends with the result, $how', async ({ scripts }) => {
      const page = await site.visit({ scripts });
      const address = `keyboard-${mode}-${String(scripts)}@example.com`;
      await page.goto(`${site.app.origin}/`);
      await tabTo(page, 'a.button');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.choose');
      await chooseMode(page, mode);
      // Its script hides all steps except the first: earlier key presses would reach other controls.
      await page.waitForSelector(scripts ? '#assessment.stepwise' : '#assessment');
      await answerAll(page, mode, scripts);
      await tabTo(page, '#submitterEmail');
      await page.keyboard.type(address);
      await tabTo(page, '#submit');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.by-domain');

      expect(await textOf(page)).toMatch(new RegExp(`${String(expectedOf(mode).overallScore)}\\s*of 100`));
      expect((await site.inbox.waitForMail(address)).to).toEqual([address]);
      const [row] = await site.app.sql(
        'SELECT mode, answers FROM survey_results ORDER BY created_at DESC LIMIT 1',
      );
      expect(row).toEqual({ mode, answers: caseOf(mode).answers });
      await page.browserContext().close();
    });
  });

  it('shows where the focus is at every stop', async () => {
    const page = await site.visit();
    await page.goto(`${site.app.origin}/assessment?mode=msp-self`);
    const stops: unknown[] = [];
    for (let stop = await nextStop(page); stop !== undefined; stop = await nextStop(page)) stops.push(stop);
    expect(stops.length).toBeGreaterThan(20);
    expect(stops).toEqual(stops.map((stop) => ({ ...(stop as object), outlined: true })));
    await page.browserContext().close();
  });

  /** The element focused by the next Tab; undefined at the end of the page. */
  async function nextStop(page: Page): Promise<unknown> {
    await page.keyboard.press('Tab');
    return page.evaluate(`(() => {
      const seen = document.activeElement.closest('label') ?? document.activeElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(seen);
      if (seen === document.body) return undefined;
      return { html: seen.outerHTML.slice(0, 80), outlined: outlineStyle === 'solid' && parseFloat(outlineWidth) >= 2 };
    })()`);
  }

  async function chooseMode(page: Page, mode: Mode): Promise<void> {
    await tabTo(page, '.mode input:checked');
    if (mode === 'client-on-behalf') await page.keyboard.press('ArrowDown');
    await tabTo(page, '.choose button');
    await page.keyboard.press('Enter');
  }

  /** A group of radio buttons is one tab stop; arrow keys move within it and choose. */
  async function answerAll(page: Page, mode: Mode, scripts: boolean): Promise<void> {
    const ids = questionIds(mode);
    for (const [index, id] of ids.entries()) {
      await tabTo(page, `[name="answers.${id}"]`);
      const value = caseOf(mode).answers[id] ?? 0;
      await page.keyboard.press('Space');
      for (let step = 0; step < value; step += 1) await page.keyboard.press('ArrowRight');
      if (scripts && (index + 1) % 5 === 0) {
        await tabTo(page, '.step:not([hidden]) .turns .button:last-child');
        await page.keyboard.press('Enter');
        await page.waitForFunction(`document.activeElement.matches('.step:not([hidden]) h2')`);
      }
    }
  }

  /** Presses Tab until the element has the focus; a page that takes too long has a focus trap. */
  async function tabTo(page: Page, selector: string): Promise<void> {
    for (let stop = 0; stop < 80; stop += 1) {
      if (await isFocused(page, selector)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${selector}`);
  }

  async function isFocused(page: Page, selector: string): Promise<boolean> {
    return (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) === true;
  }

  async function textOf(page: Page): Promise<string> {
    return ((await page.evaluate('document.querySelector("main").innerText')) as string).replace(/\s+/g, ' ');
  }
});

function caseOf(mode: Mode): (typeof completeCases)[number] {
  const found = completeCases.find((one) => one.name === answers[mode]);
  if (found?.mode !== mode) throw new Error(`there is no such case for ${mode}`);
  return found;
}

function expectedOf(mode: Mode): { readonly overallScore: number } {
  return publishedRubrics.current.assess(caseOf(mode).answers, mode);
}
