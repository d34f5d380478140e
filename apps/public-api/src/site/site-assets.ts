import { customProperties, emblemSvg, fontFiles, fontPath, light, linkedFontFaces } from '@governance/design';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Asset {
  readonly contentType: string;
  readonly bytes: Buffer;
}

const styles = ['base', 'verification', 'home', 'assessment', 'result'];
const scripts = ['start.js', 'assessment.js', 'draft.js', 'steps.js', 'review.js', 'sending.js', 'result.js'];
const templates = join(__dirname, 'templates');

/** What the pages load: one stylesheet, scripts, the fonts, the icon. Read once and kept in memory (about 370 KB). */
@Injectable()
export class SiteAssets {
  private readonly files: ReadonlyMap<string, Asset> = new Map([
    ['site.css', { contentType: 'text/css; charset=utf-8', bytes: Buffer.from(stylesheet()) }],
    ['icon.svg', { contentType: 'image/svg+xml', bytes: Buffer.from(icon()) }],
    ...scripts.map((name): [string, Asset] => [
      name,
      {
        contentType: 'text/javascript; charset=utf-8',
        bytes: readFileSync(join(templates, `site-${name}`)),
      },
    ]),
    ...fontFiles().map((file): [string, Asset] => [
      file.fileName,
      { contentType: 'font/woff2', bytes: readFileSync(fontPath(file)) },
    ]),
  ]);

  /** Changes with any byte of any asset, so that what is under a version may be kept for ever. */
  readonly version = versionOf(this.files);

  find(name: string): Asset | undefined {
    return this.files.get(name);
  }
}

/** The print rules come last: paper is light, whatever the reader's screen is. */
function stylesheet(): string {
  const rules = styles.map((name) => readFileSync(join(templates, `site-${name}.css`), 'utf8'));
  const print = `@media print{${customProperties({ themes: 'light' })}}`;
  return [customProperties(), linkedFontFaces('.'), ...rules, print].join('\n');
}

function icon(): string {
  const file = `<svg xmlns="http://www.w3.org/2000/svg" color="${light.accent}" `;
  return emblemSvg({ size: 64 }).replace('<svg ', file);
}

function versionOf(files: ReadonlyMap<string, Asset>): string {
  const hash = createHash('sha256');
  for (const [name, { bytes }] of files) hash.update(`${name} ${bytes.length} `).update(bytes);
  return hash.digest('hex').slice(0, 16);
}
