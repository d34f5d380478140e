// Which tests start a browser: found by their imports, so that there is no list to keep.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const startsBrowser =
  /\b(?:openBrowser|launchBrowser|PuppeteerCertificateRenderer|testBrowser|process\.env\.BROWSER_EXECUTABLE)\b|\.start\('worker'/;
/** Support of tests; the product's own code names browsers in places where none is started. */
const support = /\/(?:e2e|spec|testing)\//;
const relativeImport = /from '(\.{1,2}\/[^']+)'/g;

/** Every spec and e2e file of the project in that folder. */
export function testFiles(root, workspace = '.') {
  return globSync(`${root}/**/*.{spec,e2e}.ts`, { cwd: workspace, exclude: ['**/node_modules', '**/dist'] });
}

/** Those of them which starts a browser, itself or by what it imports. */
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
