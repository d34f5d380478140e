import { customProperties, emblemSvg, fontFiles, fontPath, light, linkedFontFaces } from '@governance/design';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Asset {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** What the pages load: one stylesheet, the fonts, the icon. Read once and kept in memory (about 350 KB). */
export class PageAssets {
  private readonly files: ReadonlyMap<string, Asset> = new Map([
    ['pages.css', { contentType: 'text/css; charset=utf-8', bytes: Buffer.from(stylesheet()) }],
    ['icon.svg', { contentType: 'image/svg+xml', bytes: Buffer.from(icon()) }],
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

function stylesheet(): string {
  const rules = readFileSync(join(__dirname, 'templates', 'pages.css'), 'utf8');
  return [customProperties(), linkedFontFaces('.'), rules].join('\n');
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
