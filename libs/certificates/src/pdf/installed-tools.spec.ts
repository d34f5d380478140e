import { createTestIssuerKeys, testBrowser } from '@governance/testing';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { JoseIssuer } from '../credential/jose-issuer';
import { PuppeteerCertificateRenderer } from '../puppeteer-certificate-renderer';
import { issuedPdf } from './issued-pdf';
import { worstCertificate } from '../../spec/sample-certificates';

const run = promisify(execFile);

function installed(...programs: readonly string[]): boolean {
  try {
    for (const program of programs) execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Checks by other programs, where they are installed; the other specs cover the rest. */
const checks: readonly (readonly [
  string,
  readonly string[],
  (file: string, folder: string) => Promise<void>,
])[] = [
  [
    'pdfsig finds it signed, all of it, and names the signer',
    ['pdfsig'],
    async (file) => {
      const { stdout } = await run('pdfsig', [file]);
      expect(stdout).toContain('Signer Certificate Common Name: AI Governance Assessment');
      expect(stdout).toContain('Signature Type: ETSI.CAdES.detached');
      expect(stdout).toContain('Total document signed');
      expect(stdout).toContain('Signature Validation: Signature is Valid.');
    },
  ],
  [
    'veraPDF finds it compliant with PDF/A-3a and PDF/UA-1, signature included',
    ['verapdf'],
    async (file) => {
      for (const flavour of ['3a', 'ua1'])
        expect((await run('verapdf', ['-f', flavour, file])).stdout).toContain('isCompliant="true"');
    },
  ],
  [
    'qpdf finds no error',
    ['qpdf'],
    async (file) => {
      expect((await run('qpdf', ['--check', file])).stdout).toContain(
        'No syntax or stream encoding errors found',
      );
    },
  ],
  [
    'poppler finds it tagged, in reading order, with its files',
    ['pdfinfo', 'pdfdetach'],
    async (file, folder) => {
      expect((await run('pdfinfo', [file])).stdout).toMatch(/Tagged: +yes[\s\S]*Pages: +1\b/);
      const { stdout } = await run('pdfinfo', ['-struct-text', file]);
      const words = [
        'Certificate',
        'Critical',
        'Not ready to launch',
        'Scores by domain',
        'Verify this certificate',
      ];
      const places = words.map((word) => stdout.indexOf(word));
      expect(places).toEqual(places.filter((place) => place >= 0).toSorted((one, other) => one - other));
      await run('pdfdetach', ['-saveall', '-o', folder, file]);
      expect(readFileSync(join(folder, 'result.json'), 'utf8')).toContain(worstCertificate().id);
    },
  ],
  [
    'poppler copies its printed address whole',
    ['pdftotext'],
    async (file) => {
      const { stdout } = await run('pdftotext', [file, '-']);
      expect(stdout.replaceAll(/\s/g, '')).toContain(worstCertificate().verificationUrl);
    },
  ],
  [
    'zbar reads its QR code on paper',
    ['pdftoppm', 'zbarimg'],
    async (file, folder) => {
      await run('pdftoppm', ['-r', '150', '-png', '-singlefile', file, join(folder, 'page')]);
      const { stdout } = await run('zbarimg', ['-q', '--raw', join(folder, 'page.png')]);
      expect(stdout.trim()).toBe(worstCertificate().verificationUrl);
    },
  ],
];

describe('a certificate', () => {
  let folder: string;
  let file: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'certificate-'));
    file = join(folder, 'certificate.pdf');
    const renderer = new PuppeteerCertificateRenderer({ executable: testBrowser });
    const certificate = worstCertificate();
    const keys = createTestIssuerKeys();
    const issuer = new JoseIssuer(keys.load(), {
      publicBaseUrl: 'https://assess.example.org',
      platformBaseUrl: 'https://api.example.org',
    });
    keys.remove();
    const drawn = await renderer.render(certificate);
    writeFileSync(file, await issuedPdf(drawn, issuer.documentSigner(certificate.id), new Date()));
    await renderer.close();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('is a file', () => {
    expect(readFileSync(file, 'latin1')).toMatch(/^%PDF-1\.7/);
  });

  for (const [what, programs, check] of checks) {
    if (installed(...programs)) it(what, () => check(file, folder));
  }
});
