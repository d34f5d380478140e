import { type IssuerPublicKey } from '@governance/assessments';
import { type PublishedLog, type PublishedRubric } from '@governance/certificate-verifier';
import { customProperties } from '@governance/design';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the page trusts: the keys of its issuer, its public log, and the published rubrics. */
export interface OfflineTrust {
  readonly keys: readonly IssuerPublicKey[];
  readonly log?: PublishedLog | undefined;
  readonly rubrics: readonly PublishedRubric[];
}

/**
 * The page that checks certificates without any request, as one file. It uses the code of `npm run verify`, so it gives the
 * same verdict. Without keys it asks the user for them. A trust file of the user replaces the log.
 */
export function offlineVerifier({ keys, log, rubrics }: OfflineTrust): string {
  const parts: readonly (readonly [RegExp, string])[] = [
    [/\/\* design tokens \*\//, customProperties()],
    [contentOf('issuer-keys'), json(keys.length > 0 ? { keys } : null)],
    [contentOf('published-log'), json(log ?? null)],
    [
      contentOf('published-rubrics'),
      json(rubrics.map(({ id, version, sha256 }) => ({ id, version, sha256 }))),
    ],
    [/\/\* verifier \*\//, template('offline-verifier.js')],
  ];
  return parts.reduce(
    (page, [place, text]) => page.replace(place, () => text),
    template('offline-verifier.html'),
  );
}

function template(name: string): string {
  return readFileSync(join(__dirname, 'templates', name), 'utf8');
}

function contentOf(id: string): RegExp {
  return new RegExp(`(?<=<script [^>]*id="${id}"[^>]*>)[^<]*`);
}

/** Escaped, because a script element ends at the first `</script`, even inside JSON. */
function json(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
