import { callHttp, given } from '@governance/testing';
import { type Page } from 'puppeteer';
import { evidence } from '../support/evidence';
import { goldenCase } from '../support/golden';
import { type OwnPublicApp, sharedPublicApp, startPublicApp } from '../support/public-app';
import { sharedSite } from '../support/site';

const refused = 'persona-policy-on-paper';

describe('assessing again', () => {
  const site = given(sharedSite);

  afterAll(() => site.leave());

  const see = async (page: Page, expression: string): Promise<string> =>
    String(await page.evaluate(expression));

  async function submitForm(page: Page): Promise<void> {
    await page.evaluate('location.hash = "#send"');
    await page.waitForSelector('#send:not([hidden])');
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
  }

  it('starts from the answers of a result, and then shows what changed § 10.12i', async () => {
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

  it('answers 400 for results of two modes, whose questions differ § 10.12m', async () => {
    const self = await site.submitted(refused);
    const client = await site.submitted('persona-controlled-pilot');
    const other = client.resultUrl.split('/').at(-1) ?? '';
    const { status, text } = await callHttp(`${self.resultUrl}/compare/${other}`);
    expect(status).toBe(400);
    expect(text).toContain('they have different questions');
  });

  it('answers 404 unless both addresses are ours § 10.12m', async () => {
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

const menu = /<details class="account reserved" id="account"[^>]* hidden>/;
const someone = { cookie: `site-session=${'A'.repeat(43)}; site-signed-in=1` };

/** Without what differs at each request: the key of a form, and the moment of a check. */
function unchanging({ text }: { readonly text: string }): string {
  return text.replace(/name="key" value="[\da-f-]{36}"/, '').replaceAll(/<time.*?<\/time>/g, '');
}

/** The menu with a person in it is tested with both programs and the provider: console-on-site.e2e.ts. */
describe('the account menu of the site', () => {
  let app: OwnPublicApp;
  const off = given(sharedPublicApp);
  let result: string;
  let other: string;
  let id: string;

  beforeAll(async () => {
    const settings = { SITE_COOKIE_DOMAIN: '127.0.0.1' };
    app = await startPublicApp({ beside: off, reachable: true, settings });
    const { mode, answers } = goldenCase('persona-controlled-pilot');
    const [one, another] = await Promise.all(
      [1, 2].map(async () => (await app.post('/api/survey-results', { mode, answers })).body),
    );
    id = String(one?.id);
    result = new URL(String(one?.resultUrl)).pathname;
    other = new URL(String(another?.resultUrl)).pathname;
  });
  afterAll(() => app.close());

  const withMenu = (): string[] => [
    '/',
    '/assessment',
    '/assessment?mode=msp-self',
    '/verify',
    result,
    `${result}/frameworks`,
    `${result}/what-if`,
    `${result}/again`,
    `${result}/compare/${other.split('/').at(-1) ?? ''}`,
    `${result}/certificate`,
  ];
  const withoutMenu = (): string[] => [
    `/verify/${id}`,
    `/verify/${id}/ownership`,
    '/nothing',
    `${result}/compare`,
  ];

  it('is the same page for everyone § 5.1.2b', async () => {
    for (const path of [...withMenu(), ...withoutMenu()]) {
      const [anonymous, person] = [await app.get(path), await app.get(path, someone)];
      expect([path, person.status, unchanging(person)]).toEqual([
        path,
        anonymous.status,
        unchanging(anonymous),
      ]);
      for (const name of ['cache-control', 'vary', 'etag', 'content-security-policy', 'set-cookie'])
        expect([path, name, person.headers.get(name)]).toEqual([path, name, anonymous.headers.get(name)]);
    }
  });

  it('is hidden in pages that run scripts, under the same policy, and absent from all others', async () => {
    for (const path of withMenu()) {
      const { status, text, headers } = await app.get(path);
      expect([path, status, menu.test(text)]).toEqual([path, 200, true]);
      expect(text).toContain('/account.js"></script>');
      const policy = headers.get('content-security-policy');
      expect([path, policy]).toEqual([
        path,
        expect.stringMatching(/^default-src 'none'; script-src 'self'; connect-src 'self'; /),
      ]);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(text).not.toMatch(/<script(?! type="module" src="[\w/.-]+"><\/script>)| style=| on\w+=/);
    }
    for (const path of withoutMenu()) {
      const { text } = await app.get(path);
      expect([path, /account\.js|id="account"/.test(text)]).toEqual([path, false]);
    }
  });

  it('is on no page without the setting', async () => {
    for (const path of withMenu()) {
      const { text } = await off.get(path, { ...someone, accept: 'text/html' });
      expect([path, /account\.js|id="account"|id="attach"/.test(text)]).toEqual([path, false]);
      expect(text).toContain('No cookies. Nothing is loaded from other sites.');
    }
    expect((await off.get('/')).headers.get('content-security-policy')).not.toContain('script-src');
  });

  it('leads to the console, and attaches a result by its capability in the fragment', async () => {
    const { text } = await app.get(result);
    const capability = result.split('/').at(-1) ?? '';
    expect(text).toContain(`href="${app.origin}/console/results/attach#${capability}" hidden>`);
    for (const path of ['/console/results', '/console', '/console/sign-out'])
      expect(text).toContain(`<a href="${app.origin}${path}">`);
    expect(text).toContain('No cookies unless you sign in to the console.');
  });

  it('lets no page claim that there are no cookies', async () => {
    for (const path of [...withMenu(), ...withoutMenu()]) {
      const { text } = await app.get(path);
      expect([path, /no cookies(?! unless)/i.test(text)]).toEqual([path, false]);
    }
  });
});
