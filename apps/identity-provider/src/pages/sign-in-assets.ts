import { PageAssets } from '@governance/design';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The assets that the sign-in pages load. */
export class SignInAssets extends PageAssets {
  constructor() {
    const rules = readFileSync(join(__dirname, 'templates', 'pages.css'), 'utf8');
    super({ stylesheet: { name: 'pages.css', rules: [rules] } });
  }
}
