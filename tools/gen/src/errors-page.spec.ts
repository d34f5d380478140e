import { platformErrorCodes, platformSurface } from '@governance/http';
import { Problem, type ProblemKind, problemStatus } from '@governance/kernel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeSurface } from './generated-files';
import { surfaces } from './surfaces';

const page = readFileSync(join(__dirname, '../../../docs/errors.md'), 'utf8');
/** Tables escape vertical bars. */
const shown = page.replaceAll(String.raw`\|`, '|');
const cells = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));

describe('docs/errors.md', () => {
  it.each(Object.keys(problemStatus) as ProblemKind[])(
    'has a row with status, code and action for the kind %s',
    (kind) => {
      const { error } = platformSurface.renderProblem(new Problem(kind, 'text')) as { error: string };
      const row = cells.find(([, first]) => first === `\`${kind}\``) ?? [];
      expect(row.slice(1, 4)).toEqual([`\`${kind}\``, String(problemStatus[kind]), `\`${error}\``]);
      expect(row[4]).not.toBe('');
    },
  );

  it.each(platformErrorCodes)('has a row for the platform code %s', (code) => {
    expect(cells.filter((row) => row[3] === `\`${code}\``)).not.toEqual([]);
  });

  it.each(surfaces)('has every error text of the OpenAPI document of $folder § V2.1.1', async (sources) => {
    const { document } = await describeSurface(sources);
    const texts = errorTexts(document);
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.map(asOnThePage).filter((text) => !shown.includes(`\`${text}\``))).toEqual([]);
  });
});

/** One permission represents all. */
function asOnThePage(text: string): string {
  return text.replace(/(?<= permission )\S+$/, 'm2m:credentials:read');
}

/** The texts of all error bodies in the document. */
function errorTexts(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { error, error_description: description } = value as Readonly<Record<string, unknown>>;
  const text = description ?? error;
  return [...(typeof text === 'string' ? [text] : []), ...Object.values(value).flatMap(errorTexts)];
}
