import { fullWidth, given } from '@governance/testing';
import { type Page } from 'puppeteer';
import { goldenCase } from '../support/golden';
import { answer, sharedSite } from '../support/site';

const { answers } = goldenCase('persona-policy-on-paper');
const reminders = `deliveries WHERE kind = 'renewal-reminder'`;

describe('the form of the assessment, with scripts', () => {
  const site = given(sharedSite);
  let page: Page;

  beforeEach(async () => {
    page = await site.visit();
    await page.goto(`${site.app.origin}/assessment?mode=msp-self`);
  });
  afterEach(() => page.browserContext().close());
  afterAll(() => site.leave());

  const count = async (rows: string): Promise<number> => (await site.app.sql(`SELECT 1 FROM ${rows}`)).length;

  const state = (expression: string): Promise<unknown> => page.evaluate(expression);

  async function goTo(step: string): Promise<void> {
    await page.evaluate(`location.hash = "#${step}"`);
    await page.waitForSelector(`#${step}:not([hidden])`);
  }

  it('shows one domain at a time, and goes back with the browser', async () => {
    const shown = 'document.querySelectorAll(".step:not([hidden])").length';
    expect(await state(shown)).toBe(1);
    await page.click('.step:not([hidden]) .turns .button:last-child');
    await page.waitForSelector('#inventory-risk:not([hidden])');
    expect(await state('document.activeElement.id')).toBe('inventory-risk-title');
    await page.goBack();
    await page.waitForSelector('#governance-accountability:not([hidden])');
    expect(await state(shown)).toBe(1);
  });

  it('keeps the answers in the browser until they are sent, and the address never', async () => {
    await answer(page, Object.fromEntries(Object.entries(answers).slice(0, 7)));
    await goTo('send');
    await page.type('#submitterEmail', 'assessor@example.com');
    await page.type('#notes', 'a note');
    await page.goto(`${site.app.origin}/assessment`);
    expect(await state('document.querySelector("#drafts").innerText')).toMatch(/7 answered/);
    expect(await state('JSON.stringify(Object.entries(localStorage))')).not.toContain('assessor@example.com');
    await page.click('#drafts a');
    await page.waitForSelector('.stepwise #inventory-risk:not([hidden])');
    expect(await state('document.getElementById("answered").textContent')).toBe('7');
    expect(await state('document.getElementById("notes").value')).toBe('a note');
  });

  it('keeps evidence in the browser until it is sent, and marks its question', async () => {
    await page.click('#q-gov-ai-policy summary');
    await page.type('[name="owner.gov-ai-policy"]', 'Ada');
    expect(await state('document.querySelector("#q-gov-ai-policy .recorded").hidden')).toBe(false);
    await page.reload();
    await page.waitForSelector('#q-gov-ai-policy .recorded:not([hidden])');
    expect(await state(`document.querySelector('[name="owner.gov-ai-policy"]').value`)).toBe('Ada');
    await page.goto(`${site.app.origin}/assessment`);
    expect(await state('document.querySelector("#drafts").innerText')).toMatch(/0 answered/);
  });

  it('leads to evidence that cannot be sent, and back', async () => {
    await answer(page, answers);
    await page.click('#q-gov-ai-policy summary');
    await page.type('[name="link.gov-ai-policy"]', 'http://example.com');
    await page.click('#q-gov-ai-policy summary');
    await goTo('send');
    await page.click('#submit');
    await page.waitForSelector('#governance-accountability:not([hidden]) [aria-invalid="true"]');
    expect(await state('document.activeElement.name')).toBe('link.gov-ai-policy');
    expect(await state('document.activeElement.getAttribute("aria-describedby")')).toBe(
      'link.gov-ai-policy-error',
    );
    await page.type('[name="link.gov-ai-policy"]', '/');
    expect(await state('document.querySelectorAll("[aria-invalid], .error").length')).toBe(0);
    await page.evaluate(`{
      const field = document.querySelector('[name="link.gov-ai-policy"]');
      field.value = 'https://example.com';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }`);
    await page.click('.steps a[href="#send"]');
    await page.waitForSelector('#send:not([hidden])');
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    expect(await state('document.querySelector("#evidence").innerText')).toContain('1 of 40 questions');
  });

  it('forgets the answers once they are sent', async () => {
    await answer(page, answers);
    await goTo('send');
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    expect(page.url()).toContain('/results/');
    expect(await state('localStorage.length')).toBe(0);
  });

  it('discards what was begun when asked to', async () => {
    await answer(page, { 'gov-ai-policy': 1 });
    await page.goto(`${site.app.origin}/assessment`);
    await page.click('#drafts button');
    expect(await state('document.getElementById("resume").hidden')).toBe(true);
    expect(await state('localStorage.length')).toBe(0);
  });

  it('says what is unanswered before it is sent, and leads there', async () => {
    await answer(page, Object.fromEntries(Object.entries(answers).filter(([id]) => id !== 'gov-ai-policy')));
    await goTo('send');
    expect(await state('document.getElementById("check").innerText')).toMatch(/1 question is unanswered/);
    await page.click('#submit');
    expect(await state('document.getElementById("outcome").innerText')).toMatch(/unanswered/);
    expect(await state('document.activeElement.hash')).toBe('#q-gov-ai-policy');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#governance-accountability:not([hidden])');
    await page.waitForFunction('document.activeElement.name === "answers.gov-ai-policy"');
  });

  it('keeps everything when it cannot be sent, and sends one submission when asked again', async () => {
    await answer(page, answers);
    await goTo('send');
    const before = await count('survey_results');
    // The answer gets lost on its way back: the submission itself has been taken.
    await page.evaluate(`(() => {
      const real = window.fetch;
      window.fetch = async (...args) => { window.fetch = real; await real(...args); throw new TypeError('lost'); };
    })()`);
    await page.click('#submit');
    await page.waitForFunction('document.getElementById("outcome").innerText.includes("has not confirmed")');
    expect(await state('document.getElementById("outcome").innerText')).toContain('kept in this browser');
    expect(await state('localStorage.length')).toBe(1);
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    expect(page.url()).toContain('/results/');
    expect(await count('survey_results')).toBe(before + 1);
  });

  it('ties a refused address to its field', async () => {
    await answer(page, answers);
    await goTo('send');
    await page.type('#submitterEmail', 'assessor@example');
    await page.click('#submit');
    await page.waitForSelector('#submitterEmail-error');
    expect(await state('document.activeElement.id')).toBe('submitterEmail');
    expect(await state('document.activeElement.getAttribute("aria-describedby")')).toContain(
      'submitterEmail-error',
    );
    await page.keyboard.type('.com');
    expect(await state('document.getElementById("submitterEmail-error")')).toBeNull();
  });

  it('asks for a reminder when its box is checked, which needs an address § 10.12j', async () => {
    const before = await count(reminders);
    await answer(page, answers);
    await goTo('send');
    expect(await state('document.getElementById("renewalReminder").checked')).toBe(false);
    await page.click('label[for="renewalReminder"]');
    await page.click('#submit');
    await page.waitForSelector('#renewalReminder-error');
    expect(await state('document.activeElement.id')).toBe('renewalReminder');
    await page.type('#submitterEmail', fullWidth('scripted@example.com'));
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    expect(page.url()).toContain('/results/');
    expect(await count(reminders)).toBe(before + 1);
  });

  it('works where the browser keeps nothing', async () => {
    await page.evaluateOnNewDocument(
      `Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } })`,
    );
    await page.goto(`${site.app.origin}/assessment?mode=msp-self`);
    await answer(page, answers);
    await goTo('send');
    await page.evaluate(`(() => {
      const real = window.fetch;
      window.fetch = () => { window.fetch = real; return Promise.reject(new TypeError('unreachable')); };
    })()`);
    await page.click('#submit');
    await page.waitForFunction('document.getElementById("outcome").innerText.includes("has not confirmed")');
    const outcome = await state('document.getElementById("outcome").innerText');
    expect(outcome).toContain('This browser does not keep your answers');
    expect(outcome).not.toContain('kept in this browser');
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    expect(page.url()).toContain('/results/');
  });
});
