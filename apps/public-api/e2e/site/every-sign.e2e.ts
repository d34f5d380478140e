import { fontFiles, inlinedFontFaces } from '@governance/design';
import { openBrowser } from '@governance/testing';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type Page } from 'puppeteer';

const workspace = join(__dirname, '../../../..');

/** All sources of text on pages and certificates: templates, styles, words in code and both sets of rubric data. */
const sources = [
  'apps/public-api/src/site/**/*.{ts,hbs,css,js,html}',
  'libs/{assessments,certificates,design,iam,mail,rubric}/src/**/*.{ts,json,hbs,css,html}',
  'apps/identity-provider/src/**/*.{ts,hbs,css}',
];

function everySign(): string[] {
  const files = globSync(sources, { cwd: workspace }).filter((file) => !file.endsWith('.spec.ts'));
  expect(files.length).toBeGreaterThan(100);
  const signs = new Set(
    files.flatMap((file) => readFileSync(join(workspace, file), 'utf8').match(/./gsu) ?? []),
  );
  return [...signs].filter((sign) => !/[\p{Cc}\p{Zs}]/u.test(sign)).toSorted();
}

describe('every sign of a text', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage();
  });
  afterAll(() => browser.close());

  /** The characters that the browser draws with a system font, or with the box for a missing glyph. */
  async function foreignSigns(css: string, signs: readonly string[]): Promise<string[]> {
    const spans = signs.map((sign) => `<i>&#${String(sign.codePointAt(0))};</i>`);
    await page.setContent(`<style>${inlinedFontFaces()} i { ${css} }</style>${spans.join(' ')}`);
    await page.evaluate('document.fonts.ready.then(() => true)');
    const session = await page.createCDPSession();
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument');
    const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'i' });
    const fonts = await Promise.all(
      nodeIds.map((nodeId) => session.send('CSS.getPlatformFontsForNode', { nodeId })),
    );
    return signs.filter(
      (_, index) => fonts[index]?.fonts.some(({ isCustomFont }) => !isCustomFont) !== false,
    );
  }

  const faces = new Set(
    fontFiles().map(
      ({ family, weight, style }) => `font-family: '${family}'; font-weight: ${weight}; font-style: ${style}`,
    ),
  );

  it.each([...faces])('is drawn with our fonts: %s', async (css) => {
    expect(await foreignSigns(css, everySign())).toEqual([]);
  });

  it('is found missing where our fonts lack it', async () => {
    expect(await foreignSigns(`font-family: 'Inter'`, ['A', '中', '⅓'])).toEqual(['中']);
  });
});
