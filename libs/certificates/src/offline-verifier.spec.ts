import { certificateOf, type SurveyResult } from '@governance/assessments';
import { IssuerKeySet, type PublishedLog, verdictOn } from '@governance/certificate-verifier';
import { publishedRubrics } from '@governance/rubric';
import {
  createTestIssuerKeys,
  nodePrimitives,
  openBrowser,
  testBrowser,
  TestCertificateLog,
  type TestIssuerKeys,
} from '@governance/testing';
import { PDFDocument } from '@cantoo/pdf-lib';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type Page } from 'puppeteer';
import { JoseIssuer } from './credential/jose-issuer';
import { offlineVerifier, type OfflineTrust } from './offline-verifier';
import { issuedPdf } from './pdf/issued-pdf';
import { PuppeteerCertificateRenderer } from './puppeteer-certificate-renderer';
import { refusedCertificate } from '../spec/sample-certificates';

const addresses = {
  publicBaseUrl: 'https://assess.example.org',
  platformBaseUrl: 'https://api.example.org',
};
const { outcome, ...sample } = refusedCertificate();
const result: SurveyResult = { ...sample, outcome, answers: {}, rubric: publishedRubrics.current.reference };

const later = new Date('2026-11-30T00:00:00Z');

describe('the offline verifier, opened from disk', () => {
  let keys: TestIssuerKeys;
  let issuer: JoseIssuer;
  let published: PublishedLog;
  let folder: string;
  let browser: Browser;
  let page: Page;
  let credential: string;
  let pdf: Uint8Array;
  let salt: string;
  let requests: string[];

  beforeAll(async () => {
    keys = createTestIssuerKeys();
    issuer = new JoseIssuer(keys.load(), addresses);
    folder = mkdtempSync(join(tmpdir(), 'offline-verifier-'));
    browser = await openBrowser();
    const renderer = new PuppeteerCertificateRenderer({ executable: testBrowser });
    const signed = await issuer.sign(result, { list: 0, index: 1 });
    ({ credential } = signed);
    const { proof: holderProof, salt: code } = await issuer.signHolderProof(result.id, 'holder@example.com');
    salt = code;
    const certificate = certificateOf(result, addresses);
    const log = new TestCertificateLog(addresses.publicBaseUrl);
    published = log.trust();
    const logged = await log.issue(result.id, credential, result.createdAt);
    const drawn = await renderer.render({ ...certificate, signed, holderProof, ...logged });
    pdf = await issuedPdf(drawn, issuer.documentSigner(result.id), new Date());
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

  async function open(trust: Partial<OfflineTrust> = {}): Promise<void> {
    const ownTrust = { keys: issuer.publicKeys(), log: published, rubrics: publishedRubrics.references };
    const html = offlineVerifier({ ...ownTrust, ...trust });
    await page.goto(pathToFileURL(file('verify.html', html)).href);
  }

  async function give(selector: string, path: string): Promise<void> {
    const input = await page.$(selector);
    await input?.uploadFile(path);
  }

  async function paste(jws: string): Promise<void> {
    await page.evaluate(`document.querySelector('#credential').value = ${JSON.stringify(jws)}`);
  }

  async function fill(selector: string, value: string): Promise<void> {
    await page.evaluate(
      `document.querySelector('details').open = true; document.querySelector(${JSON.stringify(selector)}).value = ${JSON.stringify(value)}`,
    );
  }

  async function verdict(): Promise<string> {
    await page.evaluate(`document.querySelector('#verdict').hidden = true`);
    await page.click('button');
    await page.waitForSelector('#verdict:not([hidden])');
    return (await page.evaluate(`document.querySelector('#verdict').textContent`)) as string;
  }

  async function colour(): Promise<string> {
    return (await page.evaluate(`document.querySelector('#verdict').className`)) as string;
  }

  it('accepts a certificate, shows what was signed, and sends no request § 1.2d', async () => {
    await open();
    await give('#file', file('certificate.pdf', pdf));
    const text = await verdict();
    expect(text).toMatch(/^Genuine, but this could not be checked: whether it was withdrawn\./);
    expect(await colour()).toBe('amber');
    expect(text).toContain('The page shows what the credential says, and nothing else');
    expect(text).toContain(result.id);
    expect(text).toContain(`${outcome.overallScore} out of 100`);
    expect(text).toContain('Not ready to launch');
    expect(text).toContain('https://assess.example.org');
    expect(requests).toEqual([page.url()]);
  });

  it('accepts a pasted certificate code, and reports that no page was checked', async () => {
    await open();
    await paste(credential);
    const text = await verdict();
    expect(text).toMatch(
      /^Genuine, but this could not be checked: the file and its page, whether it was withdrawn\./,
    );
    expect(text).toContain('the file and the page: only the certificate code was given');
  });

  it('refuses a file saved by another program, although its credential is genuine', async () => {
    const document = await PDFDocument.load(pdf);
    await open();
    await give('#file', file('saved.pdf', await document.save()));
    expect(await verdict()).toMatch(/^Not genuine/);
  });

  describe('gives the same verdict as the command', () => {
    /** The sentence of `npm run verify`: the same function, with Node's primitives. */
    async function inNode(bytes: Uint8Array): Promise<string> {
      const input = {
        certificate: { pdf: bytes },
        keys: new IssuerKeySet({ keys: issuer.publicKeys() }),
        log: { ...published, source: 'issuer' as const },
        rubrics: publishedRubrics.references,
      };
      return (await verdictOn(input, nodePrimitives, new Date())).sentence;
    }

    async function inBrowser(bytes: Uint8Array): Promise<string> {
      await open();
      await give('#file', file('given.pdf', bytes));
      await verdict();
      return String(await page.evaluate(`document.querySelector('#verdict h2').textContent`));
    }

    it('on the file as it was issued', async () => {
      const sentence = await inNode(pdf);
      expect(sentence).toMatch(/^Genuine, but /);
      expect(await inBrowser(pdf)).toBe(sentence);
    });

    it('on a file with one bit of its metadata changed', async () => {
      const changed = Buffer.from(pdf);
      const place = changed.indexOf('<xmp:CreateDate>') + '<xmp:CreateDate>'.length + 3;
      expect(place).toBeGreaterThan(20);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      expect(await inNode(changed)).toBe('Not genuine: the file was changed after it was issued.');
      expect(await inBrowser(changed)).toBe('Not genuine: the file was changed after it was issued.');
    });

    it('on files with one byte changed anywhere § V11.4.3', async () => {
      for (let part = 0; part < 12; part += 1) {
        const changed = Buffer.from(pdf);
        const place = Math.floor(((part + 0.37) * pdf.length) / 12);
        changed.writeUInt8(changed.readUInt8(place) ^ 0x55, place);
        const found = await inNode(changed);
        expect(found).toMatch(/^Not genuine/);
        expect(await inBrowser(changed)).toBe(found);
      }
    });
  });

  it('checks holder and withdrawal with the given address, ownership code and status list', async () => {
    await open();
    await give('#file', file('certificate.pdf', pdf));
    await give('#status', file('status.jwt', await issuer.signStatusList({ list: 0, withdrawn: [] }, later)));
    await fill('#address', ' HOLDER@example.com');
    await fill('#salt', salt);
    const text = await verdict();
    expect(text).toContain('It was mailed to the given address');
    expect(text).toContain('It was not withdrawn, as of 2026-11-30T00:00:00.000Z');
    expect(text).toMatch(/^Genuine: the certificate is as it was issued, and it was not withdrawn\./);
    expect(await colour()).toBe('green');

    await fill('#address', 'other@example.com');
    expect(await verdict()).toMatch(/^Not genuine: the certificate was not mailed to this address/);
    await fill('#address', 'holder@example.com');
    await give(
      '#status',
      file('status.jwt', await issuer.signStatusList({ list: 0, withdrawn: [1] }, later)),
    );
    expect(await verdict()).toBe(
      'Not valid: the issuer withdrew this certificate.Do not rely on it. Ask the holder for a valid certificate.',
    );
    expect(await colour()).toBe('red');
  });

  it('takes the keys from a file when the page contains none', async () => {
    await open({ keys: [] });
    await give('#file', file('certificate.pdf', pdf));
    expect(await verdict()).toContain('The keys of the issuer are required');
    await give('#keys', file('jwks.json', JSON.stringify({ keys: issuer.publicKeys() })));
    await page.click('button');
    await page.waitForSelector('#verdict.amber');
  });

  describe('checks the public log', () => {
    const entry =
      'It has been entry 0 of the public log since 2026-11-20T23:30:00.000Z, confirmed by 2 of 2 witnesses';

    async function withTrustFile(content: unknown): Promise<string> {
      await give('#file', file('certificate.pdf', pdf));
      await give('#trust', file('trust.json', JSON.stringify(content)));
      return verdict();
    }

    it('of the issuer, and says that it named the witnesses', async () => {
      await open();
      await give('#file', file('certificate.pdf', pdf));
      const text = await verdict();
      expect(text).toContain(`${entry} that the issuer names`);
      expect(text).toContain('whether the witnesses of the log are independent: the issuer named them');
    });

    it('of a trust file, with its witnesses', async () => {
      await open({ log: undefined });
      const text = await withTrustFile(published);
      expect(text).toContain(entry);
      expect(text).not.toContain('that the issuer names');
      const other = new TestCertificateLog(addresses.publicBaseUrl).trust();
      expect(await withTrustFile(other)).toMatch(
        /^Not genuine: its proof of the public log is invalid: no known key signed this note\./,
      );
      expect(await withTrustFile({ policy: 'none', keysBeforeLog: [] })).toBe(
        'The policy of the trust file is malformed. Not understood in this policy: none.',
      );
    });

    it('never, where neither the page nor the user names one', async () => {
      await open({ log: undefined });
      await give('#file', file('certificate.pdf', pdf));
      expect(await verdict()).toMatch(
        /^Genuine, but this could not be checked: the public log, whether it was withdrawn\./,
      );
    });
  });

  it.each<[string, (jws: string) => string]>([
    ['changed', (jws) => jws.replace(/.(?=[^.]*\.)/, 'A')],
    ['with another encoding of its signature', (jws) => jws.slice(0, -1) + (jws.endsWith('A') ? 'B' : 'A')],
    ['cut off', (jws) => jws.slice(0, -20)],
    ['without signature', (jws) => jws.split('.').slice(0, 2).join('.')],
  ])('refuses a certificate code %s', async (_, change) => {
    await open();
    await paste(change(credential));
    expect(await verdict()).toMatch(/^Not genuine/);
  });

  it('cannot check what a key has signed that it was saved without', async () => {
    const others = createTestIssuerKeys();
    const other = new JoseIssuer(others.load(), addresses);
    others.remove();
    const { credential: foreign } = await other.sign(result, { list: 0, index: 1 });
    await open();
    await paste(foreign);
    expect(await verdict()).toMatch(
      /^Could not check: it is signed by a key that is not among the saved keys/,
    );
    expect(await colour()).toBe('amber');
  });

  it('refuses other data that the issuer has signed', async () => {
    const list = await issuer.signStatusList({ list: 0, withdrawn: [] }, result.createdAt);
    const { proof } = await issuer.signHolderProof(result.id, 'holder@example.com');
    for (const jws of [list, proof]) {
      await open();
      await paste(jws);
      expect(await verdict()).toMatch(/^Not genuine/);
    }
  });
});
