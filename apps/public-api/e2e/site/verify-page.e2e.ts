import { openBrowser } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { type Browser, type HTTPRequest, type Page } from 'puppeteer';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { personal, submit } from '../support/submit';

describe('the human verification page', () => {
  let app: PublicApp;
  let browser: Browser;
  let page: Page;
  const requested: string[] = [];

  beforeAll(async () => {
    app = await startPublicApp({ reachable: true });
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('request', (request: HTTPRequest) => void requested.push(request.url()));
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  it('is where a browser lands from the address on a certificate, and says what the certificate says', async () => {
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

  it('shows no personal data, sets no cookie, and asks no other site for anything', async () => {
    const submitted = await submit(app, personal);
    requested.length = 0;
    await page.goto(String(submitted.verificationUrl));

    expect(await page.content()).not.toMatch(/assessor|private/);
    expect(await browser.cookies()).toEqual([]);
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
