import { type IssuerPublicKey } from '@governance/assessments';
import { customProperties } from '@governance/design';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const tokens = '/* design tokens */';
const place = /(?<=<script [^>]*id="issuer-keys"[^>]*>)[^<]*/;

/**
 * The page that checks credentials without any request, as one file that holds the keys of its issuer: who keeps it
 * needs nothing else. Without keys it asks for them.
 */
export function offlineVerifier(keys: readonly IssuerPublicKey[]): string {
  const page = readFileSync(join(__dirname, 'templates/offline-verifier.html'), 'utf8');
  // JSON in a script element ends where the element seems to.
  const json = JSON.stringify(keys.length > 0 ? { keys } : null).replaceAll('<', String.raw`\u003c`);
  return page.replace(tokens, () => customProperties()).replace(place, () => json);
}
