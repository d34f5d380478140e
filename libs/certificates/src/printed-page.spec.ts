import { canonicalOrganizationName, organizationNameProblem } from '@governance/assessments';
import {
  attachmentNames,
  checkPrintedPage,
  type PrintedPage,
  readAttachments,
  type ResultData,
} from '@governance/certificate-verifier';
import { readPdf, readQrCodes, testBrowser } from '@governance/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PuppeteerCertificateRenderer } from './puppeteer-certificate-renderer';
import { readyCertificate, refusedCertificate, worstCertificate } from '../spec/sample-certificates';

/** The pages of issued certificates with the layouts before, and their attached results. */
const earlierPages = JSON.parse(readFileSync(join(__dirname, '../spec/earlier-pages.json'), 'utf8')) as {
  readonly page: PrintedPage;
  readonly result: ResultData;
}[];

/** Every character that a name may have, in names of at most 100. */
function everyPrintableCharacter(): string[] {
  const characters = Array.from({ length: 0x2200 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => character !== '@' && organizationNameProblem(`A${character}B`) === undefined,
  );
  return Array.from({ length: Math.ceil(characters.length / 98) }, (_, index) =>
    canonicalOrganizationName(`A${characters.slice(98 * index, 98 * (index + 1)).join('')}Z`),
  );
}

describe('a printed page', () => {
  const renderer = new PuppeteerCertificateRenderer({ executable: testBrowser });
  let page: PrintedPage;
  let result: ResultData;

  beforeAll(async () => {
    ({ page, result } = await drawn(refusedCertificate()));
  });
  afterAll(() => renderer.close());

  async function drawn(
    certificate: ReturnType<typeof readyCertificate>,
  ): Promise<{ page: PrintedPage; result: ResultData }> {
    const pdf = await renderer.render(certificate);
    const text = (await readAttachments(pdf)).get(attachmentNames.result) ?? '';
    return {
      page: { ...(await readPdf(pdf)), qrCodes: await readQrCodes(pdf) },
      result: JSON.parse(text) as ResultData,
    };
  }

  it.each([readyCertificate(), refusedCertificate(), worstCertificate()])(
    'shows exactly the words of its result ($outcome.tier)',
    async (certificate) => {
      const { page: shown, result: data } = await drawn(certificate);
      expect(() => {
        checkPrintedPage(shown, data);
      }).not.toThrow();
    },
  );

  const names = [
    'Acme Ltd',
    'W'.repeat(100),
    'Overall result 99 out of 100 Tier Ready Launch verdict Certificate',
    ...everyPrintableCharacter(),
  ];

  it.each(names)(
    'with the declared name %j shows it, and is refused for another one or none § 10.10o',
    async (name) => {
      const { page: shown, result: data } = await drawn({ ...worstCertificate(), organizationName: name });
      expect(data).toMatchObject({ layout: 4, organizationName: name });
      expect(() => {
        checkPrintedPage(shown, data);
      }).not.toThrow();
      for (const organizationName of [undefined, 'Other Ltd', `${name} and others`]) {
        expect(() => {
          checkPrintedPage(shown, { ...data, organizationName });
        }).toThrow('The page does not show the heading');
      }
    },
  );

  it('with a proven domain shows it with its date, and is refused for another one or none', async () => {
    const domain = { name: 'managed-services.msp.example', provenAt: new Date('2026-11-21T23:59:00Z') };
    const { page: shown, result: data } = await drawn({ ...refusedCertificate(), domain });
    expect(data).toMatchObject({
      layout: 4,
      domain: { name: domain.name, provenAt: '2026-11-21T23:59:00.000Z' },
    });
    expect(shown.text).toContain('proven to the issuer on 21 November 2026');
    expect(() => {
      checkPrintedPage(shown, data);
    }).not.toThrow();
    for (const other of [
      undefined,
      { name: 'other.example', provenAt: '2026-11-21T23:59:00.000Z' },
      { name: domain.name, provenAt: '2026-11-22T00:00:00.000Z' },
    ]) {
      expect(() => {
        checkPrintedPage(shown, { ...data, domain: other });
      }).toThrow('The page does not show the heading');
    }
  });

  it('with an entry of the public log shows it last, and is refused for another one or none', async () => {
    const { page: shown, result: data } = await drawn({ ...refusedCertificate(), logEntry: 4_711 });
    expect(data).toMatchObject({ layout: 5, logEntry: 4_711 });
    expect(shown.text).toMatch(/Entry 4711 of the public log$/);
    expect(() => {
      checkPrintedPage(shown, data);
    }).not.toThrow();
    for (const logEntry of [undefined, 4_712]) {
      expect(() => {
        checkPrintedPage(shown, { ...data, logEntry });
      }).toThrow('The page does not show the rubric');
    }
  });

  it.each(earlierPages)(
    'of layout $result.layout, as certificates had it before, is accepted ($result.tier)',
    (issued) => {
      expect(() => {
        checkPrintedPage(issued.page, issued.result);
      }).not.toThrow();
      expect(() => {
        checkPrintedPage(issued.page, { ...issued.result, layout: issued.result.layout === 1 ? 2 : 1 });
      }).toThrow(/The page/);
    },
  );

  it('has earlier pages of every layout before', () => {
    expect([...new Set(earlierPages.map(({ result: { layout } }) => layout))]).toEqual([1, 2, 3]);
  });

  it.each<[string, Partial<ResultData>]>([
    ['overall score', { overallScore: 99 }],
    ['tier', { tier: 'Ready' }],
    ['launch verdict', { launchAllowed: true }],
    ['launch verdict', { launchReason: 'Launch refused: unknown.' }],
    ['domain scores', { domainScores: [] }],
    ['id', { id: readyCertificate().id }],
    ['date of issue', { issuedAt: '2026-11-19T00:00:00.000Z' }],
    ['heading', { mode: 'msp-self' }],
    [
      'rubric',
      { rubric: { id: 'ai-governance-msp', version: '1.0.1', sha256: '9c1a5f0be2d84e77'.repeat(4) } },
    ],
    ['rubric', { rubric: { id: 'ai-governance-msp', version: '1.0.0', sha256: '0'.repeat(64) } }],
  ])('is refused for a result with another %s', (part, other) => {
    expect(() => {
      checkPrintedPage(page, { ...result, ...other });
    }).toThrow(`The page does not show the ${part} of the credential`);
  });

  it.each<[string, (text: string) => string]>([
    ['before', (text) => `99 out of 100 ${text}`],
    ['within', (text) => text.replace('Tier Progressing', 'Tier Progressing 99 out of 100')],
    ['behind', (text) => `${text} 99 out of 100`],
  ])('is refused with additional words %s the expected ones', (_, add) => {
    expect(() => {
      checkPrintedPage({ ...page, text: add(page.text) }, result);
    }).toThrow(/The page/);
  });

  it('is refused with another QR code, with none, and with a second page', () => {
    for (const qrCodes of [[], ['https://example.com'], [...page.qrCodes, 'https://example.com']]) {
      expect(() => {
        checkPrintedPage({ ...page, qrCodes }, result);
      }).toThrow('The QR code');
    }
    expect(() => {
      checkPrintedPage({ ...page, pages: 2 }, result);
    }).toThrow('one page');
  });
});
