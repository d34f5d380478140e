import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { kernelFindings } from './kernel-rules';

const kernel = join(__dirname, '../../../libs/kernel/src');

describe('the kernel', () => {
  let planted: string;
  beforeEach(() => {
    planted = mkdtempSync(join(tmpdir(), 'planted-kernel-'));
    cpSync(kernel, planted, { recursive: true });
  });
  afterEach(() => {
    rmSync(planted, { recursive: true });
  });

  function plant(file: string, text: string, flag = 'w'): string[] {
    mkdirSync(dirname(join(planted, file)), { recursive: true });
    writeFileSync(join(planted, file), text, { flag });
    return kernelFindings(planted);
  }

  it('holds the clock, problems, outages, rule violations, ids, names and CSV, in at most 300 lines', () => {
    expect(kernelFindings(kernel)).toEqual([]);
  });

  it('may have specs of any length', () => {
    expect(plant('ids.spec.ts', '// Planted.\n'.repeat(301))).toEqual([]);
  });

  it.each(['text.ts', 'text/label.ts', 'words.json'])('does not allow the file %s', (file) => {
    expect(plant(file, '{}\n')).toEqual([`${file} does not belong in the kernel`]);
  });

  it.each([
    ["export { labelOf } from './ids';", 'labelOf'],
    ["export { type Label } from './ids';", 'Label'],
    ["export { asUuid as labelOf } from './ids';", 'asUuid as labelOf'],
    ["export type { Label } from './ids';", 'Label'],
    ["export * from './ids';", "* from './ids';"],
    ["export const label = 'a';", "const label = 'a';"],
  ])('does not export by %s', (statement, name) => {
    expect(plant('index.ts', `${statement}\n`, 'a')).toEqual([
      `${name} is not an allowed export of the kernel`,
    ]);
  });

  it('is refused with 301 lines, comments included', () => {
    expect(plant('ids.ts', '// Planted.\n'.repeat(301))).toEqual([
      expect.stringMatching(/^the kernel has [3-6]\d\d lines, more than 300$/),
    ]);
  });
});
