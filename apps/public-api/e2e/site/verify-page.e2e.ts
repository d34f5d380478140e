import { given, opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { type HTTPRequest, type Page } from 'puppeteer';
import { sharedPublicApp, startPublicApp } from '../support/public-app';
import { sharedSite, type Submitted } from '../support/site';
import { personal, submit } from '../support/submit';

const site = given(sharedSite);
afterAll(() => site.leave());

describe('the human verification page', () => {
  const app = opened(async () => startPublicApp({ beside: await sharedPublicApp(), reachable: true }));
  let page: Page;
  const requested: string[] = [];

  beforeAll(async () => {
    page = await site.visit();
    page.on('request', (request: HTTPRequest) => void requested.push(request.url()));
  });

  it('is where a browser lands from the address on a certificate, and says what the certificate says § 4.1.2c', async () => {
    const submitted = await submit(app, personal);
    const response = await page.goto(String(submitted.verificationUrl));

    expect(response?.status()).toBe(200);
    expect(page.url()).toBe(`${app.origin}/verify/${String(submitted.id)}`);
    const text = await visibleText();
    for (const fact of [submitted.id, submitted.overallScore, submitted.tier, 'Ready to launch', '1.1.0']) {
      expect(text).toContain(String(fact));
    }
    expect(text).toMatch(/self-assessment, not an audit/i);
  });

  it('shows no personal data, sets no cookie, and asks no other site for anything § 1.2h', async () => {
    const submitted = await submit(app, personal);
    requested.length = 0;
    await page.goto(String(submitted.verificationUrl));

    expect(await page.content()).not.toMatch(/assessor|private/);
    expect(await page.browserContext().cookies()).toEqual([]);
    expect(requested.filter((url) => !url.startsWith(app.origin))).toEqual([]);
  });

  it('reads the same without scripts', async () => {
    const { verificationUrl } = await submit(app);
    await page.goto(String(verificationUrl));
    const withScripts = await visibleText();
    await page.setJavaScriptEnabled(false);
    await page.goto(String(verificationUrl));
    expect((await visibleText()).slice(0, 200)).toBe(withScripts.slice(0, 200));
    await page.setJavaScriptEnabled(true);
  });

  it('is kept out of search engines and sends no referrer', async () => {
    const { id } = await submit(app);
    const { headers } = await app.get(`/verify/${String(id)}`, { accept: 'text/html' });
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-type')).toMatch(/^text\/html/);
  });

  it.each([randomUUID(), '42'])('answers 404 with a page for %s', async (id) => {
    const response = await page.goto(`${app.origin}/verify/${id}`);
    expect(response?.status()).toBe(404);
    expect(await visibleText()).toMatch(/no such certificate/i);
  });

  it('has a form that leads from the id, the printed address or the certificate code to the page', async () => {
    const submitted = await submit(app);
    const id = String(submitted.id);
    const payload = { id: submitted.verificationUrl };
    const code = ['{}', JSON.stringify(payload), 'x'].map((part) => Buffer.from(part).toString('base64url'));
    for (const entry of [id, String(submitted.verificationUrl), code.join('.')]) {
      await page.goto(`${app.origin}/verify`);
      await page.type('#certificate', entry);
      await Promise.all([page.waitForNavigation(), page.click('form.check button')]);
      expect(page.url()).toBe(`${app.origin}/verify/${id}`);
    }
  });

  it('sends its form to this site alone', async () => {
    const { headers } = await app.get('/verify', { accept: 'text/html' });
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.* form-action 'self';/);
  });

  it.each(['', 'nothing', 'certificate=1&certificate=2'])(
    'answers 400 with the form for %j',
    async (entry) => {
      const query = entry.includes('=') ? entry : `certificate=${entry}`;
      const response = await page.goto(`${app.origin}/verify?${query}`);
      expect(response?.status()).toBe(400);
      expect(await visibleText()).toContain('This is not a certificate.');
    },
  );

  async function visibleText(): Promise<string> {
    const text = (await page.evaluate('document.body.innerText')) as string;
    return text.replace(/\s+/g, ' ');
  }
});

const html = { accept: 'text/html' };

describe('the download of a certificate from the page of a result', () => {
  async function submitted(): Promise<Submitted> {
    return site.submitted('persona-policy-on-paper');
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

  it('is offered by mail again, which the page follows, and only once', async () => {
    const page = await site.visit();
    const { id, resultUrl } = await site.submitted('persona-policy-on-paper', {
      submitterEmail: 'once@example.com',
    });
    const mails = (): Promise<unknown> =>
      site.app.sql('SELECT kind FROM deliveries WHERE result_id = $1 ORDER BY kind', [id]);
    await page.goto(resultUrl);
    await Promise.all([page.waitForNavigation(), page.click('#certificate form button')]);
    expect(page.url()).toBe(`${resultUrl}#certificate`);
    await page.waitForSelector('#delivery ::-p-text(Sent on)');
    await page.reload();
    expect(await mails()).toEqual([{ kind: 'completion' }, { kind: 'resend' }]);
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
