import { accessibilityFindings, createTestIssuerKeys, given } from '@governance/testing';
import { JoseIssuer } from '@governance/certificates';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HTTPRequest } from 'puppeteer';
import { changedByOneByte, dropFile, genuine, giveFile, openFileCheck } from '../support/file-check';
import { sharedSite } from '../support/site';

describe('a PDF given to the page that checks certificates', () => {
  const site = given(sharedSite);
  let folder: string;
  let pdf: Uint8Array;
  let file: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'verify-file-'));
    ({ pdf, file } = await mailedPdf('holder@example.com'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await site.leave();
  });

  async function mailedPdf(address: string): Promise<{ pdf: Uint8Array; file: string }> {
    const { mail, result } = await site.mailed('persona-policy-on-paper', address);
    const content = mail.attachments[0]?.content ?? new Uint8Array();
    return { pdf: content, file: saved(`${result.id}.pdf`, content) };
  }

  function saved(name: string, content: Uint8Array | string): string {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  }

  it('is green as it was issued, and no request carries it § 1.2d', async () => {
    const requests: HTTPRequest[] = [];
    const page = await openFileCheck(site, {
      answer: (request) => {
        requests.push(request);
        return undefined;
      },
    });
    const refusals: string[] = [];
    page.on('console', (message) => refusals.push(message.text()));
    await page.waitForNetworkIdle();
    requests.length = 0;
    expect(await giveFile(page, file)).toEqual(genuine);
    const text = String(await page.evaluate(`document.querySelector('#verdict').textContent`));
    expect(text).toContain('The page shows what the credential says, and nothing else');
    expect(await page.evaluate('document.activeElement.textContent')).toBe(genuine.text);
    const sent = requests.map((request) => [
      request.method(),
      request.url().replace(/assets\/\w+/, 'assets/v'),
      request.hasPostData(),
    ]);
    expect(sent.toSorted()).toEqual([
      ['GET', `${site.app.origin}/.well-known/certificate-log/trust.json`, false],
      ['GET', `${site.app.origin}/.well-known/jwks.json`, false],
      ['GET', `${site.app.origin}/.well-known/status/0`, false],
      ['GET', `${site.app.origin}/assets/v/verifier.js`, false],
    ]);
    expect(refusals).toEqual([]);
  });

  it('is red with one byte changed, and with one byte appended', async () => {
    const page = await openFileCheck(site);
    for (const bytes of [changedByOneByte(pdf), Buffer.concat([pdf, Buffer.from('\n')])]) {
      const verdict = await giveFile(page, saved('changed.pdf', bytes));
      expect(verdict).toEqual({ colour: 'red', text: expect.stringMatching(/^Not genuine: /) as unknown });
    }
  });

  it('is not a certificate when it is not a PDF', async () => {
    const page = await openFileCheck(site);
    expect(await giveFile(page, saved('letter.pdf', 'Dear Sir'))).toEqual({
      colour: 'grey',
      text: 'Not a certificate: the file is not a PDF.',
    });
  });

  it.each([
    [
      'draws no page',
      'HTMLCanvasElement.prototype.getContext = () => null; delete globalThis.OffscreenCanvas;',
    ],
    ['lacks a function', 'delete SubtleCrypto.prototype.digest;'],
  ])('could not be checked where the engine %s: nothing of it is shown', async (_, engine) => {
    const page = await openFileCheck(site, { engine });
    expect(await giveFile(page, file)).toEqual({
      colour: 'amber',
      text: expect.stringMatching(/^Could not check: /) as unknown,
    });
    const text = String(await page.evaluate(`document.querySelector('#verdict').textContent`));
    expect(text).toContain('Use a newer browser. Reason: ');
    expect(text).not.toMatch(/Certificate|score|Checked|sign/);
  });

  it('could not be checked where the engine cannot load the checks', async () => {
    const page = await openFileCheck(site, {
      answer: (request) =>
        request.url().endsWith('/verifier.js')
          ? request.respond({ contentType: 'text/javascript', body: 'syntax of tomorrow' })
          : undefined,
    });
    expect(await giveFile(page, file)).toEqual({
      colour: 'amber',
      text: 'Could not check: this page failed in this browser. Use a newer browser, or try again later.',
    });
  });

  it('is red when it is not ours', async () => {
    const others = createTestIssuerKeys();
    const addresses = { publicBaseUrl: site.app.origin, platformBaseUrl: site.app.origin };
    const keys = new JoseIssuer(others.load(), addresses).publicKeys();
    others.remove();
    const elsewhere = await openFileCheck(site, {
      answer: (request) =>
        request.url().endsWith('/jwks.json')
          ? request.respond({ contentType: 'application/json', body: JSON.stringify({ keys }) })
          : undefined,
    });
    expect(await giveFile(elsewhere, file)).toEqual({
      colour: 'red',
      text: 'Not genuine: it is signed by a key that does not belong to the issuer.',
    });
  });

  it('is amber when its status is out of reach, and past its date of renewal', async () => {
    const cut = await openFileCheck(site, {
      answer: (request) =>
        request.url().includes('/status/') ? request.abort('connectionrefused') : undefined,
    });
    expect(await giveFile(cut, file)).toEqual({
      colour: 'amber',
      text: 'Genuine, but this could not be checked: whether it was withdrawn.',
    });
    const later = await openFileCheck(site);
    await later.evaluate(`{
      const start = Date.now() + 400 * 86_400_000;
      Date = class extends Date { constructor(...args) { super(...(args.length ? args : [start])); } };
    }`);
    expect(await giveFile(later, file)).toEqual({
      colour: 'amber',
      text: expect.stringMatching(/^Genuine, but renewal was advised by \d+ \w+ \d{4}\.$/) as unknown,
    });
  });

  it('is not judged when the service is out of reach', async () => {
    const cut = await openFileCheck(site, {
      answer: (request) =>
        request.url().includes('/.well-known/') ? request.abort('connectionrefused') : undefined,
    });
    expect(await giveFile(cut, file)).toEqual({
      colour: 'amber',
      text: 'Not checked: this service is out of reach. Try again later.',
    });
  });

  it('may be dropped anywhere on the page', async () => {
    const page = await openFileCheck(site);
    expect(await dropFile(page, pdf)).toEqual(genuine);
  });

  // Green and red: the journey of the recipient.
  it.each(['amber', 'grey'])(
    'has an accessible answer in %s, also on a phone and in the dark',
    async (colour) => {
      const page = await openFileCheck(site, {
        answer: (request) =>
          colour === 'amber' && request.url().includes('/status/') ? request.abort() : undefined,
      });
      const { colour: found } = await giveFile(page, colour === 'amber' ? file : saved('no.pdf', 'no'));
      expect(found).toBe(colour);
      for (const [width, theme] of [
        [320, 'light'],
        [1280, 'dark'],
      ] as const) {
        await page.setViewport({ width, height: 900 });
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
        const screenshots = process.env.SCREENSHOTS;
        if (screenshots !== undefined)
          await page.screenshot({
            path: join(__dirname, '../../../..', screenshots, `verify-${colour}-${width}-${theme}.png`),
            fullPage: true,
          });
        expect(await accessibilityFindings(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      }
    },
  );
});
