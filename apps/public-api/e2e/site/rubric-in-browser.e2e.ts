import { fontFiles, inlinedFontFaces } from '@governance/design';
import { type Answer, modes, publishedRubrics } from '@governance/rubric';
import { given, triesEachCase } from '@governance/testing';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page } from 'puppeteer';
import { questionIds, sharedSite } from '../support/site';

/**
 * Both ends run this text, so that only seeds and hashes travel. It uses nothing outside itself. The numbers are mulberry32's.
 */
function answersOf(seed: number, ids: readonly string[]): Record<string, Answer> {
  let state = seed;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const least = Math.floor(random() * 4);
  const missing = random() < 0.1;
  return Object.fromEntries(
    ids.flatMap((id) => {
      const answer = Math.max(Math.floor(random() * 4), random() < 0.5 ? least : 0) as Answer;
      return missing && random() < 0.1 ? [] : [[id, answer]];
    }),
  );
}

const maps = triesEachCase ? 10_000 : 1_000;
const batch = 500;
/** A plan takes longer than a path: one for each of these many maps. */
const planned = 20;

const site = given(sharedSite);
let page: Page;
beforeAll(async () => {
  page = await site.visit();
});
afterAll(() => site.leave());

describe('the rubric in a browser', () => {
  beforeAll(async () => {
    await page.goto(`${(await site.submitted('persona-mature')).resultUrl}/what-if`);
  });

  async function inBrowser(version: string, mode: string, seeds: readonly number[]): Promise<string[]> {
    const args = JSON.stringify({ version, mode, seeds, ids: questionIds(mode as 'msp-self'), planned });
    return (await page.evaluate(`(async () => {
      ${answersOf.toString()}
      const { version, mode, seeds, ids, planned } = ${args};
      const script = document.querySelector('script[type=module]').src.replace('what-if.js', 'rubric.js');
      const { RubricRules } = await import(script);
      const published = await fetch('/assessment/' + version + '.json');
      const rules = new RubricRules(await published.json());
      const hashes = [];
      for (const seed of seeds) {
        const answers = answersOf(seed, ids);
        const found = [rules.assess(answers, mode), rules.launchPath(answers, mode), rules.contributions(answers, mode)];
        if (seed % planned === 0) found.push(rules.planWithin(answers, mode, 1 + (seed % 60)));
        const bytes = new TextEncoder().encode(JSON.stringify(found));
        const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
        hashes.push([...hash].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
      }
      return hashes;
    })()`)) as string[];
  }

  function onServer(version: string, mode: (typeof modes)[number], seeds: readonly number[]): string[] {
    const rubric = publishedRubrics.find(version);
    if (!rubric) throw new Error(`there is no rubric ${version}`);
    const ids = questionIds(mode);
    return seeds.map((seed) => {
      const answers = answersOf(seed, ids);
      const found: unknown[] = [
        rubric.assess(answers, mode),
        rubric.launchPath(answers, mode),
        rubric.contributions(answers, mode),
      ];
      if (seed % planned === 0) found.push(rubric.planWithin(answers, mode, 1 + (seed % 60)));
      return createHash('sha256').update(JSON.stringify(found)).digest('hex');
    });
  }

  it('agrees with the server on random answer maps, over modes and published versions § 10.12h', async () => {
    const hashes = new Set<string>();
    for (let first = 0; first < maps; first += batch) {
      const seeds = Array.from({ length: batch }, (_, index) => first + index);
      const mode = modes[(first / batch) % 2] ?? 'msp-self';
      const version = first % (4 * batch) < 2 * batch ? '1.1.0' : '1.0.0';
      const found = await inBrowser(version, mode, seeds);
      expect(found).toEqual(onServer(version, mode, seeds));
      for (const hash of found) hashes.add(hash);
    }
    // A constant would agree too.
    expect(hashes.size).toBeGreaterThan(maps * 0.9);
  });

  it('agrees with what the API scores', async () => {
    for (const mode of modes) {
      const answers = Object.fromEntries(
        questionIds(mode).map((id, index) => [id, ((index * 7) % 4) as Answer]),
      );
      const { body } = await site.app.post('/api/survey-results', { mode, answers });
      const found = (await page.evaluate(`(async () => {
        const { RubricRules } = await import(document.querySelector('script[type=module]').src.replace('what-if.js', 'rubric.js'));
        const rules = new RubricRules(await (await fetch('/assessment.json')).json());
        return rules.assess(${JSON.stringify(answers)}, ${JSON.stringify(mode)});
      })()`)) as Record<string, unknown>;
      expect(body).toMatchObject(found);
    }
  });
});

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
  beforeAll(() => page.goto('about:blank'));

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
