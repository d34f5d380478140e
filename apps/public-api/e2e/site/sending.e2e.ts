import { given } from '@governance/testing';
import { type Page } from 'puppeteer';
import { goldenCase } from '../support/golden';
import { sharedPublicApp, startPublicApp } from '../support/public-app';
import { answer, sharedSite } from '../support/site';

/** Without a worker: a mail is in the state that a test gives it. */
describe('sending an assessment', () => {
  const app = given(async () => startPublicApp({ beside: await sharedPublicApp(), reachable: true }));
  const site = given(sharedSite);
  let page: Page;

  beforeEach(async () => {
    page = await site.visit();
  });
  afterEach(() => page.browserContext().close());
  afterAll(() => app.close());

  async function submitted(
    extras: object,
    name = 'persona-policy-on-paper',
  ): Promise<{ id: string; url: string }> {
    const { status, body } = await app.post('/api/survey-results', { ...goldenCase(name), ...extras });
    expect(status).toBe(201);
    return { id: String(body.id), url: String(body.resultUrl) };
  }

  const text = async (selector: string): Promise<string> =>
    String(await page.evaluate(`document.querySelector('${selector}').innerText`)).trim();

  const set = (id: string, change: string): Promise<unknown> =>
    app.sql(`UPDATE deliveries SET ${change} WHERE result_id = $1`, [id]);

  it('shows every answer by domain before, and leads to each § 10.12r', async () => {
    const { answers } = goldenCase('persona-policy-on-paper');
    const goToSend = async (): Promise<void> => {
      await page.evaluate('location.hash = "#send"');
      await page.waitForSelector('#send:not([hidden])');
    };
    const shown = (id: string): Promise<string> => text(`[data-answer-to="${id}"]`);
    await page.goto(`${app.origin}/assessment?mode=msp-self`);
    await answer(page, answers);
    await goToSend();
    expect(await text('#check-count')).toBe('Every question is answered');
    expect(await page.$$('#check h4')).toHaveLength(8);
    for (const [id, value] of Object.entries(answers))
      expect([id, await shown(id)]).toEqual([id, ['None', 'Partial', 'Mostly', 'Yes'][value]]);
    expect(await text('#irreversible')).toContain('cannot change or take back');
    await page.click('#check a[href="#q-ops-logging"]');
    await page.waitForFunction('document.activeElement.name === "answers.ops-logging"');
    await answer(page, { 'ops-logging': 3 });
    await goToSend();
    expect([answers['ops-logging'], await shown('ops-logging')]).toEqual([1, 'Yes']);
  });

  it('is followed by whether the mail was sent, which updates by itself § 10.12s', async () => {
    const { id, url } = await submitted({ submitterEmail: 'one@example.com' });
    await page.goto(url);
    expect(await text('#delivery')).toMatch(/^Queued\./);
    await set(id, `failure = 'refused'`);
    await page.waitForSelector('#delivery ::-p-text(Not sent yet.)');
    await set(id, `state = 'sent', sent_at = '2026-11-27T08:15:00Z'`);
    await page.waitForSelector('#delivery ::-p-text(Sent on 27 November 2026 at 08:15 UTC.)');
    expect(await page.$('#delivery[role="status"] [data-pending]')).toBeNull();
    await set(id, `state = 'parked', sent_at = NULL`);
    await page.setJavaScriptEnabled(false);
    await page.reload();
    expect(await text('#delivery')).toMatch(/^Not sent\. We stopped trying\./);
    expect(await text('#certificate form')).toContain('Send the certificate again');
  });

  it('never tells why a mail waits § 10.12s', async () => {
    const texts = new Set<string>();
    for (const change of [
      `failure = 'refused'`,
      `waiting_since = now(), waiting_for = 'recipient'`,
      `state = 'merged'`,
      `state = 'cancelled', failure = 'AddressBlocked'`,
    ]) {
      const { id, url } = await submitted({ submitterEmail: 'one@example.com' });
      await set(id, change);
      await page.goto(url);
      texts.add(await text('#delivery'));
    }
    expect([...texts]).toEqual([expect.stringMatching(/^Not sent yet\.\s+We keep trying/)]);
  });

  it('offers no mail if no address was entered', async () => {
    await page.goto((await submitted({})).url);
    expect(await text('#delivery')).toBe(
      'No email address is recorded with this result, so nothing is mailed.',
    );
    expect(await page.$('#certificate form')).toBeNull();
  });

  it('is remembered on a device only after its box is ticked, and forgotten there § 10.12t', async () => {
    const { url } = await submitted({});
    await page.goto(url);
    await page.waitForSelector('#remember:not([hidden])');
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await page.focus('#remembered');
    await page.keyboard.press('Space');
    await page.reload();
    await page.waitForSelector('#remember:not([hidden]) :checked');
    await page.goto(`${app.origin}/assessment`);
    await page.waitForSelector('#results-here:not([hidden])');
    expect(await text('#results')).toMatch(/^51\/100, Developing\. Not ready to launch.* \(\d+ \w+ \d{4}\)/);
    await Promise.all([page.waitForNavigation(), page.click('#results a')]);
    expect(page.url()).toBe(url);
    await page.click('#remembered');
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await page.click('#remembered');
    await page.goto(`${app.origin}/assessment`);
    await page.click('#results button');
    expect(await page.evaluate('localStorage.length')).toBe(0);
    expect(await page.$('#results-here[hidden]')).not.toBeNull();
  });

  it('about a client never offers to remember the result § 10.12t', async () => {
    await page.goto((await submitted({}, 'persona-controlled-pilot')).url);
    expect(await page.$('#remember')).toBeNull();
  });

  it('again keeps the organization name, and asks for the address § 10.12u', async () => {
    const { url } = await submitted({ submitterEmail: 'one@example.com', organizationName: 'Acme & Söhne' });
    await page.goto(`${url}/again#send`);
    await page.waitForSelector('#send:not([hidden])');
    const value = (id: string): Promise<unknown> => page.evaluate(`document.getElementById('${id}').value`);
    expect(await value('organizationName')).toBe('Acme & Söhne');
    expect(await value('submitterEmail')).toBe('');
    expect(await text('#submitterEmail-about')).toContain('Enter it again');
    await page.goto(`${app.origin}/assessment?mode=msp-self#send`);
    expect(await text('#submitterEmail-about')).not.toContain('again');
  });
});
