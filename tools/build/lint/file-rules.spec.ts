import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileProblems } from './file-rules';

const workspace = join(__dirname, '../../..');

describe('the rules for files', () => {
  it('hold in every folder of source and tests', () => {
    const files = globSync('{apps,libs,tools}/**/*.{ts,mjs}', {
      cwd: workspace,
      exclude: (path) => path.split('/').includes('node_modules'),
    });
    expect(files.length).toBeGreaterThan(1_000);
    const read = (path: string): string => readFileSync(join(workspace, path), 'utf8');
    expect(files.flatMap((path) => fileProblems(path, read(path)))).toEqual([]);
  });

  it.each([
    'm2m-credentials.service.ts',
    'postgres-audit.trail.ts',
    'Turns.ts',
    'two_words.ts',
    'a.b.service.ts',
  ])('judge the name %s', (name) => {
    const isRefused = name !== 'm2m-credentials.service.ts';
    expect(fileProblems(`libs/planted/src/${name}`, '')).toHaveLength(isRefused ? 1 : 0);
  });

  it('refuse a spy on a prototype that stays', () => {
    const spy = "jest.spyOn(Logger.prototype, 'warn');";
    expect(fileProblems('libs/planted/src/one.spec.ts', spy)).toEqual([
      'libs/planted/src/one.spec.ts: spies on a prototype, and does not restore it',
    ]);
    expect(fileProblems('libs/planted/src/one.spec.ts', `${spy} jest.restoreAllMocks();`)).toEqual([]);
  });

  it('refuse an index that a new migration builds while it blocks writers', () => {
    const problemsOf = (time: number, ...statements: string[]): string[] =>
      fileProblems(
        `libs/planted/src/migrations/${time}-one.ts`,
        statements.map((each) => `'${each}'`).join(),
      );
    const blocking = ['CREATE INDEX one ON deliveries (id)', 'CREATE UNIQUE INDEX one\n ON deliveries (id)'];
    for (const statement of blocking) {
      expect(problemsOf(1_795_990_000_001, statement)).toEqual([
        'libs/planted/src/migrations/1795990000001-one.ts: builds an index that blocks writers, use IndexMigration',
      ]);
      expect(problemsOf(1_795_920_000_000, statement)).toEqual([]);
      expect(problemsOf(1_795_990_000_001, 'CREATE TABLE deliveries (id uuid)', statement)).toEqual([]);
    }
    expect(problemsOf(1_795_990_000_001, 'CREATE INDEX CONCURRENTLY one ON deliveries (id)')).toEqual([]);
  });

  it('refuse a second exported class, unless it is an error, a DTO or part of a port', () => {
    const two = 'export class One {}\nexport abstract class Two {}\n';
    expect(fileProblems('libs/planted/src/one.ts', two)).toEqual([
      'libs/planted/src/one.ts: exports One and Two, one class is enough',
    ]);
    expect(fileProblems('libs/planted/src/one.dto.ts', two)).toEqual([]);
    expect(
      fileProblems(
        'libs/planted/src/one.ts',
        'export class One {}\nexport class Gone extends Error {}\nexport class Over extends PageProblem {}\n',
      ),
    ).toEqual([]);
  });
});
