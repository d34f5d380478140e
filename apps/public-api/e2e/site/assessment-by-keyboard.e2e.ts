import { type Mode, publishedRubrics } from '@governance/rubric';
import { type Page } from 'puppeteer';
import { completeCases } from '../support/golden';
import { Keyboard } from '../support/keyboard';
import { questionIds, type Site, startSite } from '../support/site';

const answers = {
  'msp-self': 'persona-policy-on-paper',
  'client-on-behalf': 'persona-controlled-pilot',
} as const;

describe('the assessment by keyboard alone', () => {
  let site: Site;

  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.close());

  // For ourselves with scripts: `whole-journey`.
  it.each([
    { mode: 'client-on-behalf', how: 'with scripts', scripts: true },
    { mode: 'msp-self', how: 'without scripts', scripts: false },
  ] as const)('ends with the result for $mode, $how', async ({ mode, scripts }) => {
    const page = await site.visit({ scripts });
    const keyboard = new Keyboard(page);
    const address = `keyboard-${mode}@example.com`;
    await page.goto(`${site.app.origin}/`);
    await keyboard.press('a.button');
    await page.waitForSelector('.choose');
    await chooseMode(keyboard, mode);
    // Its script hides all steps except the first: earlier key presses would reach other controls.
    await page.waitForSelector(scripts ? '#assessment.stepwise' : '#assessment');
    await answerAll(keyboard, mode, scripts);
    await keyboard.fill('#submitterEmail', address);
    if (!scripts) await keyboard.follow('#submit');
    await keyboard.press('#submit');
    await page.waitForSelector('.by-domain');

    expect(await textOf(page)).toMatch(new RegExp(`${String(expectedOf(mode).overallScore)}\\s*of 100`));
    expect((await site.inbox.waitForMail(address)).to).toEqual([address]);
    const [row] = await site.app.sql(
      'SELECT mode, answers FROM survey_results ORDER BY created_at DESC LIMIT 1',
    );
    expect(row).toEqual({ mode, answers: caseOf(mode).answers });
    await page.browserContext().close();
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

  async function chooseMode(keyboard: Keyboard, mode: Mode): Promise<void> {
    await keyboard.tabTo('.mode input:checked');
    if (mode === 'client-on-behalf') await keyboard.page.keyboard.press('ArrowDown');
    await keyboard.press('.choose button');
  }

  async function answerAll(keyboard: Keyboard, mode: Mode, scripts: boolean): Promise<void> {
    const ids = questionIds(mode);
    for (const [index, id] of ids.entries()) {
      await keyboard.answer(id, caseOf(mode).answers[id] ?? 0);
      if (scripts && (index + 1) % 5 === 0) {
        await keyboard.press('.step:not([hidden]) .turns .button:last-child');
        await keyboard.page.waitForFunction(`document.activeElement.matches('.step:not([hidden]) h2')`);
      }
    }
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
