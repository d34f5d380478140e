import { given, until } from '@governance/testing';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page } from 'puppeteer';
import { goldenCase } from '../support/golden';
import { answer, sharedSite } from '../support/site';

const { answers } = goldenCase('persona-controlled-pilot');
const some = Object.fromEntries(Object.entries(answers).slice(0, 5));

describe('drafts', () => {
  const site = given(sharedSite);
  let page: Page;
  let folder: string;

  beforeEach(async () => {
    page = await site.visit();
    folder = mkdtempSync(join(tmpdir(), 'drafts-'));
  });
  afterEach(async () => {
    await page.browserContext().close();
    rmSync(folder, { recursive: true });
  });
  afterAll(() => site.leave());

  const start = (): Promise<unknown> => page.goto(`${site.app.origin}/assessment`);
  const see = async (expression: string): Promise<string> => String(await page.evaluate(expression));
  const listed = (): Promise<string> => see('document.getElementById("drafts").innerText');

  /** A sheet for a client, as a visitor begins one. */
  async function beginFor(client: string): Promise<void> {
    await start();
    await page.click('.mode input[value="client-on-behalf"]');
    await Promise.all([page.waitForNavigation(), page.click('form.choose button')]);
    await page.type('#client', client);
    await answer(page, some);
  }

  async function importFile(content: string): Promise<void> {
    const file = join(folder, 'draft.json');
    writeFileSync(file, content);
    await start();
    const [chooser] = await Promise.all([page.waitForFileChooser(), page.click('#draft-file')]);
    await chooser.accept([file]);
    await page.waitForSelector('#import-done:not([hidden]), #import-error:not([hidden])');
  }

  it('are kept for several clients side by side, by name § 10.12n', async () => {
    await beginFor('Acme Ltd');
    await beginFor('Bolt GmbH');
    await start();
    expect(await listed()).toMatch(/Continue: Bolt GmbH[^]*5 answered[^]*Continue: Acme Ltd[^]*5 answered/);
    await Promise.all([page.waitForNavigation(), page.click('#drafts li:nth-child(2) a')]);
    expect(await see('document.getElementById("client").value')).toBe('Acme Ltd');
    expect(await see('document.getElementById("answered").textContent')).toBe('5');
  });

  it('of other clients stay when one is sent, and the name is not sent § 10.12n V14.3.3', async () => {
    await beginFor('Acme Ltd');
    await beginFor('Bolt GmbH');
    await answer(page, answers);
    await page.evaluate(`{
      const send = fetch;
      globalThis.fetch = (url, options) => {
        sessionStorage.setItem('sent', options.body);
        return send(url, options);
      };
    }`);
    await page.evaluate('location.hash = "#send"');
    await page.waitForSelector('#send:not([hidden])');
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    expect(page.url()).toContain('/results/');
    const sent = await see("sessionStorage.getItem('sent')");
    expect(sent).toContain('gov-ai-policy');
    expect(sent).not.toContain('Bolt');
    await start();
    expect(await listed()).toMatch(/Acme Ltd/);
    expect(await listed()).not.toMatch(/Bolt/);
  });

  it('are saved as a file, and opened from it in another browser § 10.12o', async () => {
    await beginFor('Acme & Söhne');
    await page.click('#q-gov-ai-policy summary');
    await page.type('[name="note.gov-ai-policy"]', 'Policy 4.2');
    await start();
    const session = await page.createCDPSession();
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      downloadPath: folder,
      browserContextId: page.browserContext().id ?? '',
    });
    await page.click('#drafts button:nth-of-type(2)');
    const file = join(folder, 'assessment-Acme-Söhne.json');
    await until(() => Promise.resolve(existsSync(file) && readFileSync(file, 'utf8').endsWith('}\n')));
    const saved = readFileSync(file, 'utf8');
    expect(JSON.parse(saved)).toEqual({
      mode: 'client-on-behalf',
      client: 'Acme & Söhne',
      answers: some,
      evidence: { 'gov-ai-policy': { note: 'Policy 4.2' } },
    });

    await page.browserContext().close();
    page = await site.visit();
    await importFile(saved);
    expect(await listed()).toMatch(/Continue: Acme & Söhne[^]*5 answered/);
    await importFile(saved);
    expect(await listed()).toMatch(/Acme[^]*Acme/);
    await Promise.all([page.waitForNavigation(), page.click('#drafts a')]);
    await page.waitForSelector('#q-gov-ai-policy .recorded:not([hidden])');
    expect(await see(`document.querySelector('[name="note.gov-ai-policy"]').value`)).toBe('Policy 4.2');
  });

  it.each([
    ['nothing', 'not JSON', 'This file is not a draft of an assessment.'],
    ['no answers', '{"mode":"msp-self"}', 'This file has no answers that we can read.'],
    ['an answer of 4', '{"answers":{"gov-ai-policy":4}}', 'This file has no answers that we can read.'],
    ['markup as an id', '{"answers":{"<b>":1}}', 'This file has no answers that we can read.'],
    [
      'evidence that is a text',
      '{"answers":{"gov-ai-policy":1},"evidence":"x"}',
      'evidence that we cannot read',
    ],
    [
      'evidence that is a number',
      '{"answers":{"gov-ai-policy":1},"evidence":{"gov-ai-policy":{"owner":7}}}',
      'evidence that we cannot read',
    ],
    ['another mode', '{"mode":"x","answers":{"gov-ai-policy":1}}', 'This draft is for an assessment'],
    ['too much', `{"notes":"${'x'.repeat(100_000)}"}`, 'This file is too large to be a draft.'],
  ])('are refused from a file with %s', async (_, content, text) => {
    await importFile(content);
    expect(await see('document.getElementById("import-error").textContent')).toContain(text);
    expect(await see('localStorage.length')).toBe('0');
  });

  it('show a client’s name as text § V1.2.3 V3.2.2', async () => {
    await importFile(JSON.stringify({ client: '<img src=x onerror=alert(1)>', answers: some }));
    expect(await listed()).toContain('Continue: <img src=x onerror=alert(1)>');
    expect(await page.$('#drafts img')).toBeNull();
  });

  it('of earlier releases go on', async () => {
    await start();
    await page.evaluate(
      `localStorage.setItem('assessment-draft:msp-self', '${JSON.stringify({ answers: { 'gov-ai-policy': 2 }, notes: 'n', savedAt: 1 })}')`,
    );
    await start();
    await Promise.all([page.waitForNavigation(), page.click('#drafts a')]);
    expect(await see('document.getElementById("notes").value')).toBe('n');
    expect(await see('document.getElementById("answered").textContent')).toBe('1');
  });

  it('from an earlier result go on at its page', async () => {
    const { resultUrl } = await site.submitted('persona-controlled-pilot');
    await page.goto(`${resultUrl}/again`);
    await answer(page, { 'gov-ai-policy': 0 });
    await start();
    expect(await listed()).toContain('from an earlier result');
    await Promise.all([page.waitForNavigation(), page.click('#drafts a')]);
    expect(page.url()).toBe(`${resultUrl}/again`);
  });

  describe('in two tabs', () => {
    const [first = '', second = '', third = ''] = Object.keys(some);
    const sheet = (): string => `${site.app.origin}/assessment?mode=msp-self`;

    const stored = `localStorage.getItem('assessment-draft:msp-self')`;
    let last: unknown;
    beforeEach(() => {
      last = null;
    });

    /** What another process of the browser has stored is seen after a moment. */
    async function act(tab: Page, script: string): Promise<void> {
      await tab.bringToFront();
      await until(async () => (await tab.evaluate(stored)) === last);
      await tab.evaluate(script);
      last = await tab.evaluate(stored);
    }

    function choose(tab: Page, id: string, value: number): Promise<void> {
      return act(tab, `document.querySelector('input[name="answers.${id}"][value="${value}"]').click()`);
    }

    const kept = (): { readonly answers?: unknown } => JSON.parse(String(last)) as object;

    it('have the answers of both, also where a tab does not hear of the other', async () => {
      await page.evaluateOnNewDocument(
        `addEventListener('storage', (event) => event.stopImmediatePropagation())`,
      );
      await page.goto(sheet());
      const other = await page.browserContext().newPage();
      await other.goto(sheet());
      await choose(page, first, 3);
      await choose(other, second, 2);
      await choose(page, third, 1);
      await choose(other, first, 0);
      expect(kept().answers).toEqual({ [first]: 0, [second]: 2, [third]: 1 });
      await act(
        other,
        `{
          const notes = document.getElementById('notes');
          notes.value = 'of the other tab';
          notes.dispatchEvent(new Event('input', { bubbles: true }));
        }`,
      );
      await choose(page, third, 2);
      expect(kept()).toMatchObject({
        answers: { [first]: 0, [second]: 2, [third]: 2 },
        notes: 'of the other tab',
      });
    });

    it('show in one what was answered in the other', async () => {
      await page.goto(sheet());
      const other = await page.browserContext().newPage();
      await other.goto(sheet());
      await choose(other, first, 3);
      await page.bringToFront();
      await page.waitForSelector(`input[name="answers.${first}"][value="3"]:checked`);
      await page.waitForFunction(`document.getElementById('answered').textContent === '1'`);
    });
  });

  it('are not promised by a browser that keeps nothing', async () => {
    await page.evaluateOnNewDocument(
      `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };`,
    );
    await page.goto(`${site.app.origin}/assessment?mode=msp-self`);
    expect(await see(`document.getElementById('not-kept').checkVisibility()`)).toBe('false');
    await answer(page, some);
    expect(await see(`document.getElementById('not-kept').hidden`)).toBe('false');
  });

  const visible = (): Promise<unknown> =>
    page.evaluate(
      `['kept-here', 'kept-nowhere'].filter((id) => document.getElementById(id).checkVisibility())`,
    );

  it('are promised where the browser keeps them', async () => {
    await start();
    expect(await visible()).toEqual(['kept-here']);
    expect(await see('localStorage.length')).toBe('0');
  });

  it.each([
    ['nothing', 'throw new DOMException("denied", "SecurityError")'],
    ['only short texts', 'if (value.length > 1000) throw new DOMException("full", "QuotaExceededError")'],
  ])('are not promised before the first answer by a browser that keeps %s', async (_, rule) => {
    await page.evaluateOnNewDocument(`Storage.prototype.setItem = (name, value) => { ${rule}; };`);
    await start();
    expect(await visible()).toEqual(['kept-nowhere']);
  });

  it('are not promised without scripts', async () => {
    const plain = await site.visit({ scripts: false });
    await plain.goto(`${site.app.origin}/assessment`);
    for (const id of ['kept-here', 'kept-nowhere']) {
      expect(await (await plain.$(`#${id}`))?.isVisible()).toBe(false);
    }
    await plain.browserContext().close();
  });
});
