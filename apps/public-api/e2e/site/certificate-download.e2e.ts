import { type Page } from 'puppeteer';
import { type Site, startSite, type Submitted } from '../support/site';

const html = { accept: 'text/html' };

describe('the download of a certificate from the page of a result', () => {
  let site: Site;

  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.close());

  async function submitted(): Promise<Submitted> {
    return site.submitted('persona-policy-on-paper');
  }

  async function heading(page: Page): Promise<unknown> {
    return page.evaluate(`document.querySelector('h1').textContent`);
  }

  /** What the link of the page downloads. */
  async function downloaded(page: Page): Promise<string> {
    const href = String(await page.evaluate(`document.querySelector('#download').getAttribute('href')`));
    const { status, headers } = await site.app.get(href);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="certificate-[0-9a-f]{8}\.pdf"$/,
    );
    return headers.get('content-type') ?? '';
  }

  it('waits on a page of its own until the file is ready, with the keyboard alone', async () => {
    const page = await site.visit();
    const { resultUrl } = await submitted();
    await page.goto(resultUrl);
    await page.focus('#download');
    await page.keyboard.press('Enter');
    await page.waitForSelector('::-p-text(Your certificate is ready)');
    expect(page.url()).toBe(`${resultUrl}/certificate`);
    expect(await downloaded(page)).toBe('application/pdf');
    // The page that waited is not a step back.
    await page.goBack();
    expect(page.url()).toBe(resultUrl);
  });

  it('is offered by mail again, which the page calls queued, and only once', async () => {
    const page = await site.visit();
    const submitted = await site.submitted('persona-policy-on-paper', { submitterEmail: 'once@example.com' });
    const notice = (): Promise<unknown> =>
      page.evaluate(`document.querySelector('#certificate .message')?.innerText ?? ''`);
    await page.goto(submitted.resultUrl);
    await Promise.all([page.waitForNavigation(), page.click('#certificate form button')]);
    expect(await notice()).toContain('Queued.');
    expect(page.url()).toBe(`${submitted.resultUrl}#certificate`);
    await page.reload();
    expect(await notice()).toBe('');
  });

  it('needs no script: a link asks again', async () => {
    const page = await site.visit({ scripts: false });
    await page.goto((await submitted()).resultUrl);
    await Promise.all([page.waitForNavigation(), page.click('#download')]);
    expect(await heading(page)).toBe('Your certificate is being made');
    while ((await heading(page)) !== 'Your certificate is ready') {
      await Promise.all([page.waitForNavigation(), page.click('.notice .button')]);
    }
    expect(await downloaded(page)).toBe('application/pdf');
  });

  it('starts at once when the file is stored', async () => {
    const page = await site.visit();
    const { resultUrl } = await submitted();
    await page.goto(`${resultUrl}/certificate`);
    await page.waitForSelector('#download');
    const { pathname } = new URL(resultUrl);
    const { status, headers } = await site.app.get(`${pathname}/certificate.pdf`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });

  it('answers 404 with a page for a wrong address and for a withdrawn certificate', async () => {
    const { resultUrl, id } = await submitted();
    const { pathname } = new URL(resultUrl);
    await site.app.sql(
      `UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused' WHERE id = $1`,
      [id],
    );
    for (const path of [pathname, `/results/${id}`, `${pathname}A`]) {
      for (const below of ['/certificate', '/certificate.pdf']) {
        const { status, text, headers } = await site.app.get(path + below, html);
        expect(status).toBe(404);
        expect(text).toContain('No certificate to download');
        expect(headers.get('cache-control')).toBe('no-store');
      }
    }
  });
});
