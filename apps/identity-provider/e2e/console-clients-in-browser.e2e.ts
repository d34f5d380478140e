import { accessibilityFindings, given, until } from '@governance/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type Page } from 'puppeteer';
import { beginSessionOn, textOn } from './support/page-forms';
import { addPerson } from './support/people';
import { leaveBrowser, sharedBrowser } from './support/shared-browser';
import { sharedConsole } from './support/shared-console';

/** The shipped console and the embedded provider: a file of clients, as a person imports it. */
describe('clients in a real browser', () => {
  const app = given(sharedConsole);
  const folder = mkdtempSync(join(tmpdir(), 'clients-'));
  let browser: Browser;
  let page: Page;
  let count = 0;
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    count += 1;
    complaints.length = 0;
    const person = await addPerson(app.identity, { places: [[`org_clients_${count}`, 'account-admin']] });
    page = await (await browser.createBrowserContext()).newPage();
    page.on('console', (message) => complaints.push(message.text()));
    await page.setViewport({ width: 390, height: 800 });
    await beginSessionOn(page, app.identity, person);
    await page.goto(`${app.url}/console`);
    await until(async () => (await textOn(page, 'h1').catch(() => '')) === 'Overview');
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await leaveBrowser();
  });

  async function choose(content: string | Buffer): Promise<void> {
    await page.goto(`${app.url}/console/clients/import`);
    const file = join(folder, 'clients.csv');
    writeFileSync(file, content);
    const [chooser] = await Promise.all([page.waitForFileChooser(), page.click('#file')]);
    await chooser.accept([file]);
    await page.click('form[data-import] button');
  }

  async function counts(): Promise<unknown> {
    await until(async () => (await page.$('#report section')) !== null && (await isIdle()));
    return page.evaluate(
      `Object.fromEntries(Array.from(document.querySelectorAll('[data-count]'), ({ dataset, textContent }) => [dataset.count, Number(textContent)]))`,
    );
  }

  const isIdle = async (): Promise<boolean> =>
    (await page.evaluate(`!document.querySelector('form[data-import] button').disabled`)) === true;

  it('come from a file that is longer than a request, with a report that names the lines of the file', async () => {
    // Each client takes two lines of the file. The reference of one is too long, and the last one has that of the first.
    const clients = Array.from({ length: 1_200 }, (_, index) => {
      const reference = index === 700 ? 'x'.repeat(65) : `K-${index}`;
      return `"Client ""${index}"", Ltd",${reference},"gold;\neu"`;
    });
    await choose(['name,reference,tags', ...clients, 'Late,K-0,gold'].join('\r\n'));
    expect(await counts()).toEqual({ created: 1_199, updated: 1, unchanged: 0, refused: 1 });
    expect(await textOn(page, '#report tbody')).toContain('Line 1402');
    expect(await textOn(page, '#report tbody')).toContain('Reference must have 1 to 64 characters.');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('come once from a file that is imported twice', async () => {
    const file = 'name,reference\nGlobex,K-1\nHooli,K-2\n';
    await choose(file);
    expect(await counts()).toMatchObject({ created: 2, refused: 0 });
    await choose(file);
    expect(await counts()).toMatchObject({ created: 0, unchanged: 2 });
  });

  it.each([
    ['that is not in UTF-8', Buffer.from('name\nZ\xfcrich', 'latin1'), 'The file is not in UTF-8'],
    ['with an unknown column', 'name,phone\nGlobex,7', 'names a column that clients do not have'],
    ['with an open quotation mark', 'name\n"Globex', 'quotation mark at one end only'],
    ['without a client', 'name', 'there must be 1 to 500 lines'],
    ['that is empty', '', 'is required'],
  ])('do not come from a file %s', async (_, content, text) => {
    await choose(content);
    await until(isIdle);
    const said = await textOn(page, '#file-error');
    expect(said).toContain(text);
    expect(await page.evaluate('document.activeElement.id')).toBe('file');
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it('come from a pasted text without scripts', async () => {
    await page.setJavaScriptEnabled(false);
    await page.goto(`${app.url}/console/clients/import`);
    expect((await page.$('[data-file]:not([hidden])')) === null).toBe(true);
    await page.type('#csv', 'name\nGlobex');
    await Promise.all([page.waitForNavigation(), page.click('form[data-import] button')]);
    expect(await textOn(page, '[data-count="created"]')).toBe('1');
  });
});
