// Finds the tests that start a browser by their imports, so that no list needs maintenance.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const startsBrowser =
  /\b(?:openBrowser|launchBrowser|PuppeteerCertificateRenderer|testBrowser|process\.env\.BROWSER_EXECUTABLE)\b|\.start\('worker'/;
/** Test support only: product code also names browsers without starting one. */
const support = /\/(?:e2e|spec|testing)\//;
const relativeImport = /from '(\.{1,2}\/[^']+)'/g;

/** Every spec and e2e file of the project in this folder. */
export function testFiles(root, workspace = '.') {
  return globSync(`${root}/**/*.{spec,e2e}.ts`, { cwd: workspace, exclude: ['**/node_modules', '**/dist'] });
}

/** Those that start a browser, directly or through an import. */
export function browserTests(root, workspace = '.') {
  return testFiles(root, workspace)
    .filter((file) => reaches(join(workspace, file), new Set()))
    .toSorted();
}

function reaches(file, seen) {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  if (startsBrowser.test(text)) return true;
  const imports = [...text.matchAll(relativeImport)]
    .map(([, path]) => join(dirname(file), path))
    .filter((path) => support.test(path));
  return imports.some((path) => reaches(`${path}.ts`, seen) || reaches(join(path, 'index.ts'), seen));
}
