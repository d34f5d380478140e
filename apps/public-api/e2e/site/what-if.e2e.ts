import { callHttp, given } from '@governance/testing';
import { type Page } from 'puppeteer';
import { goldenCase } from '../support/golden';
import { sharedSite } from '../support/site';

const refused = 'persona-policy-on-paper';

describe('trying other answers', () => {
  const site = given(sharedSite);
  let url: string;

  beforeAll(async () => {
    url = `${(await site.submitted(refused)).resultUrl}/what-if`;
  });
  afterAll(() => site.leave());

  /** An expression in the page. */
  const see = async (page: Page, expression: string): Promise<string> =>
    String(await page.evaluate(expression));
  const textOf = (page: Page, id: string): Promise<string> =>
    see(page, `document.getElementById('${id}').textContent`);
  const hidden = (page: Page, id: string): Promise<string> =>
    see(page, `document.getElementById('${id}').hidden`);

  async function openReady(): Promise<Page> {
    const page = await site.visit();
    await page.goto(url);
    await page.waitForSelector('#trial[data-ready]');
    return page;
  }

  async function stored(): Promise<unknown[]> {
    return site.app.sql('SELECT count(*) FROM survey_results');
  }

  it('shows score, verdict and path at once, and sends nothing § 10.12d', async () => {
    const page = await openReady();
    const before = await stored();
    expect(await textOf(page, 'headline')).toBe(
      '51/100, Developing. Not ready to launch: 6 required controls missing',
    );
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.click('#path-way button');
    expect(await textOf(page, 'headline')).toBe('60/100, Progressing. Ready to launch');
    expect(await textOf(page, 'change')).toBe('+9');
    expect(await hidden(page, 'path-way')).toBe('true');
    expect(await page.$$('.tried.changed')).toHaveLength(6);
    await page.click('#reset');
    expect(await textOf(page, 'change')).toBe('');
    expect(sent).toEqual([]);
    expect(await stored()).toEqual(before);
    await page.browserContext().close();
  });

  it('says what to do with some days, by keyboard alone § 10.12e', async () => {
    const page = await openReady();
    await page.focus('#days');
    await page.keyboard.type('5');
    expect(await textOf(page, 'plan-lead')).toMatch(
      /This does not reach a launch, which takes at least 17 days/,
    );
    await page.keyboard.press('Backspace');
    await page.keyboard.type('20');
    expect(await textOf(page, 'plan-lead')).toMatch(/This reaches a launch/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await textOf(page, 'decision')).toBe('Ready to launch');
    await page.focus('[name="answers.gov-ai-policy"]:checked');
    await page.keyboard.press('ArrowLeft');
    expect(await see(page, `document.querySelector('[name="answers.gov-ai-policy"]:checked').value`)).toBe(
      '2',
    );
    expect(await see(page, `document.querySelector('#q-gov-ai-policy .was').innerText`)).toBe('Was “Yes”');
    await page.browserContext().close();
  });

  it.each(['0', '1000', '2.5', '-3'])('refuses %s days, and says which it takes', async (days) => {
    const page = await openReady();
    await page.type('#days', days);
    expect(await textOf(page, 'days-error')).toBe('Enter a whole number of days from 1 to 999');
    expect(await hidden(page, 'plan-way')).toBe('true');
    await page.browserContext().close();
  });

  it('works without scripts, as a form that reloads § 10.12d', async () => {
    const page = await site.visit({ scripts: false });
    await page.goto(url);
    await page.click('#q-gov-ai-policy label:nth-child(1)');
    await page.type('#days', '30');
    await Promise.all([page.waitForNavigation(), page.click('#calculate')]);
    const content = await page.content();
    expect(content).toContain('Was “Yes”');
    expect(content).toMatch(/id="change">−4</);
    expect(content).toMatch(/id="plan-lead"[^>]*>\d+ changes, [^<]*This reaches a launch/);
    await Promise.all([page.waitForNavigation(), page.click('#plan-way button')]);
    expect(await page.content()).toMatch(/id="headline"[^>]*>\d+\/100, Progressing\. Ready to launch</);
    await page.browserContext().close();
  });

  it('shows without scripts what it shows with them', async () => {
    const [withScripts, without] = [await openReady(), await site.visit({ scripts: false })];
    await withScripts.type('#days', '12');
    await without.goto(url);
    await without.type('#days', '12');
    await Promise.all([without.waitForNavigation(), without.click('#calculate-days')]);
    const parts = '#headline, #path-lead, #path-steps li, #plan-lead, #plan-steps li, #domain-scores tr';
    const shown = (page: Page): Promise<string> =>
      see(
        page,
        `[...document.querySelectorAll('${parts}')].map((part) => part.textContent.replace(/\\s+/g, ' ').trim()).join('\\n')`,
      );
    expect(await shown(withScripts)).toContain('12 days');
    expect(await shown(withScripts)).toEqual(await shown(without));
    await withScripts.browserContext().close();
    await without.browserContext().close();
  });

  it('still works as a form when the rules cannot be loaded', async () => {
    const page = await site.visit();
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      void (request.url().includes('/assessment/') ? request.abort() : request.continue());
    });
    await page.goto(url);
    await page.click('#q-gov-ai-policy label:nth-child(1)');
    await Promise.all([page.waitForNavigation(), page.click('#calculate')]);
    expect(await textOf(page, 'change')).toBe('−4');
    await page.browserContext().close();
  });

  it('keeps the policy of the pages', async () => {
    const { headers } = await site.app.get(new URL(url).pathname, { accept: 'text/html' });
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('answers 404 for an address that we did not make', async () => {
    const path = `${site.app.origin}/results/${'A'.repeat(48)}/what-if`;
    expect((await callHttp(path)).status).toBe(404);
    expect((await callHttp(path, { method: 'POST' })).status).toBe(404);
  });

  it('takes unknown fields and values for the answers of the result', async () => {
    const body = new URLSearchParams({
      'answers.gov-ai-policy': '7',
      'answers.nothing': '3',
      days: 'x',
      make: 'y',
    });
    const { status, text } = await callHttp(url, {
      method: 'POST',
      body: body.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(status).toBe(200);
    expect(text).toContain(`${goldenCase(refused).expected.overallScore}/100`);
    expect(text).toContain('Enter a whole number of days from 1 to 999');
  });
});
