import { callHttp } from '@governance/testing';
import { type Page } from 'puppeteer';
import { evidence } from '../support/evidence';
import { goldenCase } from '../support/golden';
import { type Site, startSite } from '../support/site';

const refused = 'persona-policy-on-paper';

describe('assessing again', () => {
  let site: Site;

  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.close());

  const see = async (page: Page, expression: string): Promise<string> =>
    String(await page.evaluate(expression));

  async function submitForm(page: Page): Promise<void> {
    await page.evaluate('location.hash = "#send"');
    await page.waitForSelector('#send:not([hidden])');
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
  }

  it('starts from the answers of a result, and then shows what changed', async () => {
    const { resultUrl } = await site.submitted(refused);
    const page = await site.visit();
    await page.goto(resultUrl);
    await Promise.all([page.waitForNavigation(), page.click('#again .button')]);
    const { answers } = goldenCase(refused);
    for (const [id, value] of Object.entries(answers))
      expect(await see(page, `document.querySelector('[name="answers.${id}"]:checked').value`)).toBe(
        String(value),
      );
    await page.evaluate(`document.querySelector('[name="answers.sec-adversarial-test"][value="3"]').click()`);
    await page.evaluate(`document.querySelector('[name="answers.gov-ai-policy"][value="2"]').click()`);
    await submitForm(page);
    expect(page.url()).toMatch(/\/results\/[\w-]{48}\/compare\/[\w-]{48}$/);
    const text = await see(page, 'document.querySelector("main").innerText');
    expect(text).toMatch(/Now in place\s+Adversarial testing before launch/);
    expect(text).toContain('1 of 35 actions done, 0 begun, 34 open.');
    expect(text).toMatch(/Lower than before\s+Approved and published AI policy\s+from\s+Yes →\s+to\s+Mostly/);
    expect((await callHttp(resultUrl)).text).toContain('51/100');
    await page.browserContext().close();
  });

  it('keeps the draft of a new assessment apart, and its own over the answers of the result', async () => {
    const { resultUrl } = await site.submitted(refused);
    const page = await site.visit();
    await page.goto(`${site.app.origin}/assessment?mode=msp-self`);
    await page.click('[name="answers.gov-ai-policy"][value="1"]');
    await page.goto(`${resultUrl}/again`);
    const checked = `document.querySelector('[name="answers.gov-ai-policy"]:checked')?.value`;
    expect(await see(page, checked)).toBe('3');
    await page.evaluate(`document.querySelector('[name="answers.gov-ai-policy"][value="0"]').click()`);
    await page.reload();
    expect(await see(page, checked)).toBe('0');
    await page.goto(`${site.app.origin}/assessment?mode=msp-self`);
    expect(await see(page, checked)).toBe('1');
    await page.browserContext().close();
  });

  it('starts from the evidence of a result too, and its own draft wins over it', async () => {
    const { resultUrl } = await site.submitted(refused, { evidence });
    const page = await site.visit();
    await page.goto(`${resultUrl}/again`);
    const owner = `document.querySelector('[name="owner.gov-ai-policy"]').value`;
    expect(await see(page, owner)).toBe('Head of Compliance');
    expect(await see(page, 'document.querySelectorAll(".recorded:not([hidden])").length')).toBe('3');
    await page.evaluate(`{
      const field = document.querySelector('[name="owner.gov-ai-policy"]');
      field.value = '';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }`);
    await page.reload();
    await page.waitForSelector('.stepwise');
    expect(await see(page, owner)).toBe('');
    await submitForm(page);
    await Promise.all([page.waitForNavigation(), page.click('.opening a')]);
    const text = await see(page, 'document.querySelector("#plan").closest("section").textContent');
    expect(text).not.toContain('Head of Compliance');
    expect(text).toContain('1 December 2026');
    await page.browserContext().close();
  });

  it('works without scripts', async () => {
    const { resultUrl } = await site.submitted(refused, { evidence });
    const page = await site.visit({ scripts: false });
    await page.goto(`${resultUrl}/again`);
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    expect(page.url()).toMatch(/\/compare\/[\w-]{48}$/);
    expect(await page.content()).toContain('0 of 35 actions done, 0 begun, 35 open.');
    // A comparison is about answers.
    expect(await page.content()).not.toContain('Head of Compliance');
    await Promise.all([page.waitForNavigation(), page.click('.opening a')]);
    expect(await page.content()).toContain('Head of Compliance');
    await page.browserContext().close();
  });

  it('compares with the address that is entered, by keyboard alone', async () => {
    const [first, second] = [await site.submitted(refused), await site.submitted('persona-mature')];
    const page = await site.visit();
    await page.goto(`${second.resultUrl}/compare`);
    await page.focus('#other');
    await page.keyboard.type(first.resultUrl);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(await see(page, 'document.querySelector("h1").textContent')).toBe('What changed');
    await page.browserContext().close();
  });

  it.each(['', 'nothing', `/results/${'A'.repeat(48)}`, '00000000-0000-4000-8000-000000000001'])(
    'answers 400 with the form again for "%s"',
    async (other) => {
      const { resultUrl } = await site.submitted(refused);
      const { status, text, headers } = await callHttp(`${resultUrl}/compare`, {
        method: 'POST',
        body: new URLSearchParams({ other }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(status).toBe(400);
      expect(text).toContain('Enter the complete address of a result page.');
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  it('answers 400 for results of two modes, whose questions differ', async () => {
    const self = await site.submitted(refused);
    const client = await site.submitted('persona-controlled-pilot');
    const other = client.resultUrl.split('/').at(-1) ?? '';
    const { status, text } = await callHttp(`${self.resultUrl}/compare/${other}`);
    expect(status).toBe(400);
    expect(text).toContain('they have different questions');
  });

  it('answers 404 unless both addresses are ours', async () => {
    const { resultUrl } = await site.submitted(refused);
    const ours = new URL(resultUrl).pathname;
    const theirs = `/results/${'A'.repeat(48)}`;
    for (const path of [`${theirs}/again`, `${theirs}/compare`, `${ours}/compare/${'A'.repeat(48)}`])
      expect((await callHttp(site.app.origin + path)).status).toBe(404);
    const capability = ours.split('/').at(-1) ?? '';
    expect((await callHttp(`${site.app.origin}${theirs}/compare/${capability}`)).status).toBe(404);
    expect((await callHttp(`${site.app.origin}${theirs}/compare`, { method: 'POST' })).status).toBe(404);
  });
});
