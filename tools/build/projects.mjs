import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../..', import.meta.url));

/** Every project with its `root`, such as `libs/iam`, and its project.json. */
export const projects = globSync('{apps,libs,tools,tools/proofs}/*/project.json', { cwd: workspace })
  .toSorted()
  .map((file) => ({ root: dirname(file), ...JSON.parse(readFileSync(join(workspace, file), 'utf8')) }));

/** The kinds of test files, by the target that runs them. Each has its own Jest configuration in a project. */
export const testTargets = ['test', 'e2e', 'nightly'];

export function testTargetOf(file) {
  if (file.includes('/nightly/')) return 'nightly';
  return file.endsWith('.e2e.ts') ? 'e2e' : 'test';
}

export function jestConfigOf({ root }, file) {
  const target = testTargetOf(file);
  return `${root}/jest.${target === 'test' ? '' : `${target}.`}config.cjs`;
}
