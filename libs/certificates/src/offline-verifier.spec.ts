import { certificateOf, type SurveyResult } from '@governance/assessments';
import { publishedRubrics } from '@governance/rubric';
import { createTestIssuerKeys, openBrowser, testBrowser, type TestIssuerKeys } from '@governance/testing';
import { PDFDocument } from '@cantoo/pdf-lib';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type Page } from 'puppeteer';
import { JoseIssuer } from './credential/jose-issuer';
import { offlineVerifier } from './offline-verifier';
import { sealed } from './pdf/document-seal';
import { PuppeteerCertificateRenderer } from './puppeteer-certificate-renderer';
import { refusedCertificate } from './testing/sample-certificates';

const addresses = {
  publicBaseUrl: 'https://assess.example.org',
  platformBaseUrl: 'https://api.example.org',
};
const { outcome, ...sample } = refusedCertificate();
const result: SurveyResult = { ...sample, outcome, answers: {}, rubric: publishedRubrics.current.reference };

describe('the offline verifier, opened from disk', () => {
  let keys: TestIssuerKeys;
  let issuer: JoseIssuer;
  let folder: string;
  let browser: Browser;
  let page: Page;
  let credential: string;
  let pdf: Uint8Array;
  let requests: string[];

  beforeAll(async () => {
    keys = createTestIssuerKeys();
    issuer = new JoseIssuer(keys.load(), addresses);
    folder = mkdtempSync(join(tmpdir(), 'offline-verifier-'));
    browser = await openBrowser();
    const renderer = new PuppeteerCertificateRenderer({ executable: testBrowser });
    const signed = await issuer.sign(result, { list: 0, index: 1 });
    ({ credential } = signed);
    const { proof: holderProof } = await issuer.signHolderProof(result.id, 'holder@example.com');
    const certificate = certificateOf(result, addresses.platformBaseUrl);
    const drawn = await renderer.render({ ...certificate, signed, holderProof });
    pdf = await sealed(drawn, (sha256) => issuer.signDocument(result.id, sha256));
    await renderer.close();
  });
  afterAll(async () => {
    await browser.close();
    keys.remove();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    page = await browser.newPage();
    await page.setOfflineMode(true);
    requests = [];
    page.on('request', (request) => requests.push(request.url()));
  });
  afterEach(() => page.close());

  function file(name: string, content: string | Uint8Array): string {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  }

  async function open(html = offlineVerifier(issuer.publicKeys())): Promise<void> {
    await page.goto(pathToFileURL(file('verify.html', html)).href);
  }

  async function give(selector: string, path: string): Promise<void> {
    const input = await page.$(selector);
    await input?.uploadFile(path);
  }

  async function paste(jws: string): Promise<void> {
    await page.evaluate(`document.querySelector('#credential').value = ${JSON.stringify(jws)}`);
  }

  async function verdict(): Promise<string> {
    await page.click('button');
    await page.waitForSelector('#verdict:not([hidden])');
    return (await page.evaluate(`document.querySelector('#verdict').textContent`)) as string;
  }

  it('accepts the certificate that it is given, shows what was signed, and asks for nothing', async () => {
    await open();
    await give('#file', file('certificate.pdf', pdf));
    const text = await verdict();
    expect(text).toContain('The credential is genuine');
    expect(text).toContain(result.id);
    expect(text).toContain(`${outcome.overallScore} out of 100`);
    expect(text).toContain('Launch refused');
    expect(text).toContain('https://assess.example.org');
    expect(requests).toEqual([page.url()]);
  });

  it('accepts the credential of a record, and of a file that another program has saved', async () => {
    await open();
    await paste(credential);
    expect(await verdict()).toContain('The credential is genuine');

    const document = await PDFDocument.load(pdf);
    await open();
    await give('#file', file('saved.pdf', await document.save()));
    expect(await verdict()).toContain('The credential is genuine');
  });

  it('takes the keys from a file when its copy has none', async () => {
    await open(offlineVerifier([]));
    await give('#file', file('certificate.pdf', pdf));
    expect(await verdict()).toContain('The keys of the issuer are needed');
    await give('#keys', file('jwks.json', JSON.stringify({ keys: issuer.publicKeys() })));
    await page.click('button');
    await page.waitForSelector('#verdict.good');
  });

  it.each<[string, (jws: string) => string]>([
    ['changed', (jws) => jws.replace(/.(?=[^.]*\.)/, 'A')],
    [
      'of which the signature is spelled differently',
      (jws) => jws.slice(0, -1) + (jws.endsWith('A') ? 'B' : 'A'),
    ],
    ['cut off', (jws) => jws.slice(0, -20)],
    ['without signature', (jws) => jws.split('.').slice(0, 2).join('.')],
  ])('refuses a credential that is %s', async (_, change) => {
    await open();
    await paste(change(credential));
    expect(await verdict()).toMatch(/^Not accepted/);
  });

  it('refuses what another issuer has signed, and what is no credential', async () => {
    const others = createTestIssuerKeys();
    const other = new JoseIssuer(others.load(), addresses);
    others.remove();
    const foreign = await other.sign(result, { list: 0, index: 1 });
    const list = await issuer.signStatusList({ list: 0, withdrawn: [] }, result.createdAt);
    const { proof } = await issuer.signHolderProof(result.id, 'holder@example.com');
    for (const jws of [foreign.credential, list, proof]) {
      await open();
      await paste(jws);
      expect(await verdict()).toMatch(/^Not accepted/);
    }
  });
});
