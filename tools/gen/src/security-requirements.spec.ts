import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namingTests } from './naming-tests';
import { type SecurityChapter } from './security-requirements';

const workspace = join(__dirname, '../../..');

/** The requirements of ASVS 5.0.0 of levels 1 and 2, by chapter. V17 has none of level 1. */
const ofTheStandard: readonly (readonly [chapter: string, level1: number, level2: number])[] = [
  ['V1', 8, 19],
  ['V2', 4, 7],
  ['V3', 8, 11],
  ['V4', 2, 8],
  ['V5', 4, 5],
  ['V6', 13, 22],
  ['V7', 6, 12],
  ['V8', 4, 3],
  ['V9', 4, 3],
  ['V10', 5, 24],
  ['V11', 3, 11],
  ['V12', 3, 6],
  ['V13', 1, 12],
  ['V14', 2, 7],
  ['V15', 3, 10],
  ['V16', 0, 16],
  ['V17', 0, 7],
];

/** A vertical bar would end a table cell. */
const text = /^[^|\s][^|]*(?<!\s)$/;

function isAnswered(status: string, evidence: number): boolean {
  if (status === 'met' || status === 'partly met' || status === 'operator') return evidence > 0;
  return evidence === 0;
}

describe('the list of security requirements', () => {
  const file = join(workspace, 'docs/security/asvs.json');
  const chapters = JSON.parse(readFileSync(file, 'utf8')) as SecurityChapter[];
  const rows = chapters.flatMap(({ requirements }) => requirements);
  const tests = namingTests();

  it.each(ofTheStandard)('has every requirement of %s: %i of level 1, %i of level 2', (name, ...counts) => {
    const found = chapters.find(({ chapter }) => chapter.startsWith(`${name} `))?.requirements ?? [];
    expect([1, 2].map((level) => found.filter((row) => row.level === level).length)).toEqual(counts);
    expect(found.filter(({ number }) => !number.startsWith(`${name.slice(1)}.`))).toEqual([]);
  });

  it('has each requirement once, in the order of the standard', () => {
    const numbers = rows.map(({ number }) => number);
    const order = new Intl.Collator('en', { numeric: true });
    expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => order.compare(one, other)));
    expect(chapters).toHaveLength(ofTheStandard.length);
  });

  it('answers each in words, with tests or documents for what is met and for nothing else', () => {
    expect(rows.filter(({ requirement, answer }) => !text.test(requirement) || !text.test(answer))).toEqual(
      [],
    );
    const wrong = rows.filter(
      ({ status, number, documents = [] }) =>
        !isAnswered(status, (tests.get(`V${number}`) ?? []).length + documents.length),
    );
    expect(wrong).toEqual([]);
  });

  it('names documents that exist', () => {
    const paths = rows.flatMap((row) => row.documents ?? []);
    expect(paths.filter((path) => !existsSync(join(workspace, path)))).toEqual([]);
  });
});
