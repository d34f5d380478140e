import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The module that checks a PDF in the browser, with the code of `npm run verify`: `verdictOnFile` and `verdictParts`. */
export function siteVerifier(): string {
  return readFileSync(join(__dirname, 'templates', 'site-verifier.js'), 'utf8');
}
