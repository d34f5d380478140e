import { reference } from '@governance/certificate-verifier';
import { olderEngine, openBrowser } from '@governance/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type Page } from 'puppeteer';
import { offlineVerifier } from './offline-verifier';

const withoutCanvas =
  'HTMLCanvasElement.prototype.getContext = () => null; delete globalThis.OffscreenCanvas;';
const withoutSignatures = 'delete SubtleCrypto.prototype.verify;';
const pdf = Buffer.from(reference.pdf, 'base64url');

describe('the offline verifier', () => {
  let folder: string;
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'older-engines-'));
    browser = await openBrowser();
    file('page.html', offlineVerifier({ keys: [], rubrics: [reference.rubric] }));
    file('jwks.json', JSON.stringify(reference.jwks));
    file('trust.json', JSON.stringify(reference.log));
    file('status.jwt', reference.statusList);
    file('genuine.pdf', pdf);
    file('changed.pdf', Buffer.concat([pdf, Buffer.from('\n')]));
    file('letter.pdf', 'Dear Sir');
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  function file(name: string, content: string | Uint8Array): void {
    writeFileSync(join(folder, name), content);
  }

  async function open(engine: string): Promise<Page> {
    const page = await browser.newPage();
    await page.evaluateOnNewDocument(engine);
    await page.goto(pathToFileURL(join(folder, 'page.html')).href);
    return page;
  }

  async function verdict(engine: string, name: string): Promise<{ colour: string; text: string }> {
    const page = await open(engine);
    for (const [field, given] of [
      ['#file', name],
      ['#keys', 'jwks.json'],
      ['#trust', 'trust.json'],
      ['#status', 'status.jwt'],
    ] as const)
      await (await page.$(field))?.uploadFile(join(folder, given));
    await page.click('button');
    await page.waitForSelector('#verdict:not([hidden])');
    const shown = await page.evaluate(`({
      colour: document.querySelector('#verdict').className,
      text: document.querySelector('#verdict').textContent,
    })`);
    await page.close();
    return shown as { colour: string; text: string };
  }

  it('finds a certificate genuine in the oldest supported engines § 10.12f', async () => {
    expect(await verdict(olderEngine, 'genuine.pdf')).toEqual({
      colour: 'green',
      text: expect.stringContaining('The page shows what the credential says, and nothing else') as unknown,
    });
  });

  it.each([
    ['draws no page', withoutCanvas, 'this program cannot draw certificates'],
    ['verifies no signature', withoutSignatures, 'this program cannot check certificates'],
  ])('calls no certificate false where the engine %s, and shows nothing of it', async (_, engine, words) => {
    const { colour, text } = await verdict(engine, 'genuine.pdf');
    expect(colour).toBe('amber');
    expect(text).toMatch(
      new RegExp(
        `^Could not check: ${words}, not even its own reference certificate\\.Use a newer browser\\. Reason: .+\\.$`,
      ),
    );
  });

  it('finds a changed file not genuine also where the engine draws no page', async () => {
    expect(await verdict(withoutCanvas, 'changed.pdf')).toEqual({
      colour: 'red',
      text: expect.stringMatching(
        /^Not genuine: the signature of the file does not cover all of it\.Do not rely on it\./,
      ) as unknown,
    });
  });

  it('calls a file that is not a PDF no certificate', async () => {
    expect(await verdict(olderEngine, 'letter.pdf')).toEqual({
      colour: 'grey',
      text: expect.stringMatching(
        /^Not a certificate: the file is not a PDF, and contains no certificate code\.Choose the PDF /,
      ) as unknown,
    });
  });

  it('says that nothing was checked where its script does not run', async () => {
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    await page.goto(pathToFileURL(join(folder, 'page.html')).href);
    const text = String(await page.evaluate('document.body.innerText')).replace(/\s+/g, ' ');
    expect(text).toContain('This browser cannot check certificates');
    expect(text).not.toContain('The certificate (PDF)');
  });
});
