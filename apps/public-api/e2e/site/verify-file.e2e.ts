import { createTestIssuerKeys } from '@governance/testing';
import { JoseIssuer } from '@governance/certificates';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HTTPRequest, type Page } from 'puppeteer';
import { axeSource } from '../support/site-states';
import { type Site, startSite } from '../support/site';

interface Verdict {
  readonly colour: string;
  readonly text: string;
}

describe('a PDF given to the page that checks certificates', () => {
  let site: Site;
  let folder: string;
  let pdf: Uint8Array;
  let file: string;

  beforeAll(async () => {
    site = await startSite();
    folder = mkdtempSync(join(tmpdir(), 'verify-file-'));
    ({ pdf, file } = await mailedPdf('holder@example.com'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await site.close();
  });

  async function mailedPdf(address: string): Promise<{ pdf: Uint8Array; file: string; id: string }> {
    const { mail, result } = await site.mailed('persona-policy-on-paper', address);
    const content = mail.attachments[0]?.content ?? new Uint8Array();
    return { pdf: content, file: saved(`${result.id}.pdf`, content), id: result.id };
  }

  function saved(name: string, content: Uint8Array | string): string {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  }

  /** The page, where some requests are answered differently: `undefined` lets a request pass. */
  async function open(answer: (request: HTTPRequest) => Promise<void> | undefined = passes): Promise<Page> {
    const page = await site.visit();
    await page.setRequestInterception(true);
    page.on('request', (request) => void (answer(request) ?? request.continue()));
    await page.goto(`${site.app.origin}/verify`);
    await page.waitForSelector('#file-check:not([hidden])');
    return page;
  }

  async function give(page: Page, path: string): Promise<Verdict> {
    await page.evaluate(`document.querySelector('#verdict').hidden = true`);
    const [chooser] = await Promise.all([page.waitForFileChooser(), page.click('#file')]);
    await chooser.accept([path]);
    return shown(page);
  }

  async function shown(page: Page): Promise<Verdict> {
    await page.waitForSelector('#verdict:not([hidden])');
    return (await page.evaluate(`({
      colour: document.querySelector('#verdict').className.replace('verdict-box ', ''),
      text: document.querySelector('#verdict h2').textContent,
    })`)) as Verdict;
  }

  const green = 'Genuine: the certificate is as it was issued, and it was not withdrawn.';

  it('is green as it was issued, and no request carries it', async () => {
    const requests: HTTPRequest[] = [];
    const page = await open((request) => {
      requests.push(request);
      return undefined;
    });
    const refusals: string[] = [];
    page.on('console', (message) => refusals.push(message.text()));
    requests.length = 0;
    expect(await give(page, file)).toEqual({ colour: 'green', text: green });
    const text = String(await page.evaluate(`document.querySelector('#verdict').textContent`));
    expect(text).toContain('The page shows what the credential says, and nothing else');
    expect(await page.evaluate('document.activeElement.textContent')).toBe(green);
    const sent = requests.map((request) => [
      request.method(),
      request.url().replace(/assets\/\w+/, 'assets/v'),
      request.hasPostData(),
    ]);
    expect(sent.toSorted()).toEqual([
      ['GET', `${site.app.origin}/.well-known/jwks.json`, false],
      ['GET', `${site.app.origin}/.well-known/status/0`, false],
      ['GET', `${site.app.origin}/assets/v/verifier.js`, false],
    ]);
    expect(refusals).toEqual([]);
  });

  it('is red with one byte changed, and with one byte appended', async () => {
    const changed = Buffer.from(pdf);
    const place = Math.floor(pdf.length / 2);
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    const page = await open();
    for (const bytes of [changed, Buffer.concat([pdf, Buffer.from('\n')])]) {
      const verdict = await give(page, saved('changed.pdf', bytes));
      expect(verdict).toEqual({ colour: 'red', text: expect.stringMatching(/^Not genuine: /) as unknown });
    }
  });

  it('is red when it is no certificate, or not ours', async () => {
    const page = await open();
    expect(await give(page, saved('letter.pdf', 'Dear Sir'))).toEqual({
      colour: 'red',
      text: 'Not genuine: the file is not a readable PDF.',
    });
    const others = createTestIssuerKeys();
    const addresses = { publicBaseUrl: site.app.origin, platformBaseUrl: site.app.origin };
    const keys = new JoseIssuer(others.load(), addresses).publicKeys();
    others.remove();
    const elsewhere = await open((request) =>
      request.url().endsWith('/jwks.json')
        ? request.respond({ contentType: 'application/json', body: JSON.stringify({ keys }) })
        : undefined,
    );
    expect(await give(elsewhere, file)).toEqual({
      colour: 'red',
      text: 'Not genuine: it is signed by a key that does not belong to the issuer.',
    });
  });

  it('is amber when its status is out of reach, and past its date of renewal', async () => {
    const cut = await open((request) =>
      request.url().includes('/status/') ? request.abort('connectionrefused') : undefined,
    );
    expect(await give(cut, file)).toEqual({
      colour: 'amber',
      text: 'Genuine, but this could not be checked: whether it was withdrawn.',
    });
    const later = await open();
    await later.evaluate(`{
      const start = Date.now() + 400 * 86_400_000;
      Date = class extends Date { constructor(...args) { super(...(args.length ? args : [start])); } };
    }`);
    expect(await give(later, file)).toEqual({
      colour: 'amber',
      text: expect.stringMatching(/^Genuine, but renewal was advised by \d+ \w+ \d{4}\.$/) as unknown,
    });
  });

  it('is not judged when the service is out of reach', async () => {
    const cut = await open((request) =>
      request.url().includes('/.well-known/') ? request.abort('connectionrefused') : undefined,
    );
    expect(await give(cut, file)).toEqual({
      colour: 'amber',
      text: 'Not checked: this service is out of reach. Try again later.',
    });
  });

  it('is red after it was withdrawn', async () => {
    const { file: second, id } = await mailedPdf('second@example.com');
    const page = await open();
    expect(await give(page, second)).toEqual({ colour: 'green', text: green });
    await site.app.sql(
      `UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused' WHERE id = $1`,
      [id],
    );
    let verdict = await give(page, second);
    // The worker signs the next list within a second.
    while (verdict.colour === 'green') verdict = await give(page, second);
    expect(verdict).toEqual({ colour: 'red', text: 'Not valid: the issuer withdrew this certificate.' });
  });

  it('may be dropped anywhere on the page', async () => {
    const page = await open();
    const bytes = Buffer.from(pdf).toString('base64');
    await page.evaluate(`{
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob('${bytes}'), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], 'certificate.pdf', { type: 'application/pdf' }));
      document.querySelector('h1').dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    }`);
    expect(await shown(page)).toEqual({ colour: 'green', text: green });
  });

  it('may be chosen with the keyboard alone', async () => {
    const page = await open();
    for (let tabs = 0; tabs < 15; tabs += 1) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate('document.activeElement.id')) === 'file') break;
    }
    const [chooser] = await Promise.all([page.waitForFileChooser(), page.keyboard.press('Enter')]);
    await chooser.accept([file]);
    expect(await shown(page)).toEqual({ colour: 'green', text: green });
  });

  it('needs scripts: without them the page says what to do instead', async () => {
    const page = await site.visit({ scripts: false });
    await page.goto(`${site.app.origin}/verify`);
    const text = String(await page.evaluate('document.body.innerText')).replace(/\s+/g, ' ');
    expect(text).toContain('To check a PDF here, allow scripts.');
    expect(text).toContain('governance verify certificate.pdf');
    expect(text).not.toContain('Drop the file here');
    expect(await page.$('#certificate')).not.toBeNull();
  });

  it.each(['green', 'amber', 'red'])(
    'has an accessible answer in %s, also on a phone and in the dark',
    async (colour) => {
      const page = await open((request) =>
        colour === 'amber' && request.url().includes('/status/') ? request.abort() : undefined,
      );
      const { colour: found } = await give(page, colour === 'red' ? saved('no.pdf', 'no') : file);
      expect(found).toBe(colour);
      await page.evaluate(axeSource);
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
        const { violations } = (await page.evaluate('axe.run(document)')) as { violations: { id: string }[] };
        expect(violations.map(({ id }) => id)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      }
    },
  );
});

function passes(): undefined {
  return undefined;
}
