import { siteVerifier } from '@governance/certificates';
import { customProperties, frameStyles, PageAssets } from '@governance/design';
import { Injectable } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const styles = [
  'figures',
  'base',
  'account',
  'verification',
  'verification-media',
  'verify-file',
  'home',
  'assessment-start',
  'assessment-steps',
  'assessment-questions',
  'assessment-review',
  'assessment-media',
  'result',
  'answers',
  'plan',
  'result-media',
  'what-if',
  'domain',
  'campaign',
  'rubric',
];
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
  'saving.js',
  'remembered.js',
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
      stylesheet: { name: 'site.css', rules: [frameStyles(), ...rules, print] },
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
