import { PageAssets } from '@governance/design';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export class SignInAssets extends PageAssets {
  constructor() {
    super({
      stylesheet: { name: 'pages.css', rules: [textOf('pages.css'), textOf('pages-steps.css')] },
      scripts: { 'passkey.js': `${webAuthnLibrary()}\n${textOf('passkey.js')}` },
    });
  }
}

function textOf(name: string): string {
  return readFileSync(join(__dirname, 'templates', name), 'utf8');
}

/** The library as one script, which its package holds beside the modules. It sets the global `SimpleWebAuthnBrowser`. */
function webAuthnLibrary(): string {
  const modules = dirname(require.resolve('@simplewebauthn/browser'));
  return readFileSync(join(modules, '..', 'dist', 'bundle', 'index.umd.min.js'), 'utf8');
}
