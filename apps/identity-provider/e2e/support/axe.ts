import { readFileSync } from 'node:fs';
import { type Page } from 'puppeteer';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds on the page, each with the elements that it concerns. The landmarks of a mail are those of the mail program. */
export async function findingsOn(page: Page, { isMail = false } = {}): Promise<string[]> {
  const isLoaded = await page.evaluate(`typeof axe === 'object'`);
  if (isLoaded !== true) await page.evaluate(axe);
  const run = `axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'${isMail ? '' : `, 'best-practice'`}],
    resultTypes: ['violations'],
  })`;
  const { violations } = (await page.evaluate(run)) as { violations: Finding[] };
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
