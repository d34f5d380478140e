import { siteVerifier } from '@governance/certificates';
import { customProperties, PageAssets } from '@governance/design';
import { Injectable } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const styles = ['base', 'account', 'verification', 'home', 'assessment', 'result', 'what-if', 'domain'];
const scripts = [
  'account.js',
  'start.js',
  'assessment.js',
  'draft.js',
  'draft-file.js',
  'own-evidence.js',
  'steps.js',
  'review.js',
  'sending.js',
  'result.js',
  'domain.js',
  'document.js',
  'what-if.js',
  'rubric.js',
  'verify.js',
];

/** What the pages of the site load. */
@Injectable()
export class SiteAssets extends PageAssets {
  constructor() {
    const rules = styles.map((name) => textOf(`${name}.css`));
    // The print rules come last: paper is light, even if the screen is dark.
    const print = `@media print{${customProperties({ themes: 'light' })}}`;
    super({
      stylesheet: { name: 'site.css', rules: [...rules, print] },
      scripts: {
        ...Object.fromEntries(scripts.map((name) => [name, textOf(name)])),
        'verifier.js': siteVerifier(),
      },
    });
  }
}

function textOf(name: string): string {
  return readFileSync(join(__dirname, 'templates', `site-${name}`), 'utf8');
}
