import { readFileSync } from 'node:fs';
import { type Page } from 'puppeteer';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What a page of a site need not have. */
export interface Allowances {
  /** A mail message has no landmarks. */
  readonly message?: boolean;
  /** Uses the reader's colours. */
  readonly unstyled?: boolean;
}

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What axe finds on a page. Its policy lets no script in that is not ours: what is evaluated for a test is past it. */
export async function accessibilityFindings(
  page: Page,
  { message = false, unstyled = false }: Allowances = {},
): Promise<string[]> {
  const values = message ? tags.filter((tag) => tag !== 'best-practice') : tags;
  const options = JSON.stringify({
    runOnly: { type: 'tag', values },
    // Most of its time goes into descriptions of what is right.
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: !unstyled } },
  });
  // Half a megabyte, which stays until the page is left.
  if ((await page.evaluate('typeof axe')) === 'undefined')
    await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const { violations } = (await page.evaluate(`axe.run(document, ${options})`)) as {
    violations: readonly Finding[];
  };
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
  );
}
