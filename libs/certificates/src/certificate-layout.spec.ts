import { testBrowser } from '@governance/testing';
import { type Page } from 'puppeteer';
import { certificateContent, certificateShell } from './certificate-html';
import { launchBrowser, type LaunchedBrowser } from './browser/launch-browser';
import { readyCertificate, refusedCertificate, worstCertificate } from '../spec/sample-certificates';

/** Visible defects: text that is too small, leaves its box, or overlaps other text. */
interface Layout {
  readonly smallestPoints: number;
  readonly outside: readonly string[];
  readonly overlapping: readonly string[];
  /** The height above and below the text of the verdict, in its box. */
  readonly empty: readonly number[];
  /** Of the parts of the address, which are its beginning and the id. */
  readonly addressLines: readonly number[];
  /** The places of the parts and of the rows of facts. */
  readonly places: readonly number[];
}

// Runs in the page, where `document` exists. The box of a word is taller than its line where lines are set closely, hence the
// slack.
const measure = `(() => {
  const names = ['header', '.title', '.result', '.verdict', '.domains', 'footer'];
  const boxes = names.map((name) => ({ name, ...document.querySelector(name).getBoundingClientRect().toJSON() }));
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const sizes = [];
  const outside = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (node.textContent.trim() === '' || element.closest('.quiet') !== null) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    sizes.push(size * 0.75);
    const part = element.closest(names.join()).getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const beside = box.left < part.left - 1 || box.right > part.right + 1;
      const beyond = box.top < part.top - size / 4 || box.bottom > part.bottom + size / 4;
      if (beside || beyond || box.bottom > 754) outside.push(node.textContent.trim());
    }
  }
  const overlap = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5;
  const overlapping = boxes.flatMap((one, index) =>
    boxes.slice(index + 1).filter((other) => overlap(one, other)).map((other) => one.name + ' and ' + other.name));
  const verdict = document.querySelector('.verdict').getBoundingClientRect();
  const [first, last] = ['.decision', '.reason, .verdict ol'].map((part) => [...document.querySelectorAll(part)].at(-1).getBoundingClientRect());
  const empty = [first.top - verdict.top, verdict.bottom - last.bottom];
  const addressLines = [...document.querySelectorAll('.address .line')].map((line) =>
    Math.round(line.getBoundingClientRect().height / parseFloat(getComputedStyle(line).lineHeight)));
  const rows = [...document.querySelectorAll('.facts tr')].slice(0, 5).map((row) => row.getBoundingClientRect());
  const places = [...boxes, ...rows].flatMap(({ top, bottom }) => [top, bottom]);
  return { smallestPoints: Math.min(...sizes), outside, overlapping, empty, addressLines, places };
})()`;

const provenAt = new Date('2026-11-21T09:00:00Z');

describe('the layout of a certificate', () => {
  let launched: LaunchedBrowser;
  let page: Page;

  beforeAll(async () => {
    launched = await launchBrowser({
      executable: testBrowser,
      deadlineMs: 20_000,
      warn: () => undefined,
    });
    page = await launched.browser.newPage();
    await page.setViewport({ width: 1123, height: 794 });
  });
  afterAll(() => launched.remove());

  async function layoutOf(certificate: Parameters<typeof certificateContent>[0]): Promise<Layout> {
    await page.setContent(certificateShell(certificateContent(certificate)));
    return (await page.evaluate(measure)) as Layout;
  }

  it.each([
    ['ready', readyCertificate()],
    ['refused for one gate', refusedCertificate()],
    ['refused for everything', worstCertificate()],
    ['named', { ...readyCertificate(), organizationName: 'Acme Managed Services Ltd' }],
    ['with a domain', { ...readyCertificate(), domain: { name: 'msp.example', provenAt } }],
    [
      'refused for everything, with the longest name and domain',
      {
        ...worstCertificate(),
        organizationName: 'W'.repeat(100),
        domain: { name: `${'w'.repeat(60)}.`.repeat(4) + 'example', provenAt },
      },
    ],
  ])('keeps every word legible and within its box when %s', async (_, certificate) => {
    const { smallestPoints, outside, overlapping } = await layoutOf(certificate);
    expect(smallestPoints).toBeGreaterThanOrEqual(6.5);
    expect(outside).toEqual([]);
    expect(overlapping).toEqual([]);
  });

  it.each([readyCertificate(), refusedCertificate()])(
    'leaves no large part of the page empty for a short verdict ($outcome.tier)',
    async (certificate) => {
      const { empty } = await layoutOf(certificate);
      expect(Math.max(...empty)).toBeLessThan(75);
    },
  );

  it.each(['api.example.org', 'governance-api.managed-services-of-the-north.example.co.uk/a-path'])(
    'breaks the address at %s before the id only',
    async (place) => {
      const certificate = readyCertificate();
      const verificationUrl = `https://${place}/api/certification/verify/${certificate.id}`;
      const { addressLines, outside } = await layoutOf({ ...certificate, verificationUrl });
      expect(addressLines).toEqual([1, 1]);
      expect(outside).toEqual([]);
    },
  );

  it.each([readyCertificate(), worstCertificate()])(
    'has room for the entry of a public log, which moves nothing ($outcome.tier)',
    async (certificate) => {
      const logged = await layoutOf({ ...certificate, logEntry: 123_456_789 });
      expect(logged).toMatchObject({ outside: [], overlapping: [] });
      expect(logged.places).toEqual((await layoutOf(certificate)).places);
    },
  );

  it('has room for an address three times as long', async () => {
    const certificate = readyCertificate();
    const verificationUrl = `https://${'a-long-name.'.repeat(10)}example.com/api/certification/verify/${certificate.id}`;
    const { outside, overlapping } = await layoutOf({ ...certificate, verificationUrl });
    expect([...outside, ...overlapping]).toEqual([]);
  });
});
