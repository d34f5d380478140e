import { createHash } from 'node:crypto';
import { customProperties } from './custom-properties';
import { emblemSvg } from './emblem';
import { fontBytes, fontFiles, linkedFontFaces } from './fonts';
import { baseStyles } from './styles';
import { light } from './tokens';

/** A file loaded by pages, with its response headers. */
export interface PageAsset {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

export interface PageAssetsOptions {
  /** Its file name, and its rules, which follow tokens, fonts and the base of every page. */
  readonly stylesheet: { readonly name: string; readonly rules: readonly string[] };
  /** Module sources by file name. */
  readonly scripts?: Readonly<Record<string, string>>;
}

interface Content {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** The assets that pages load from their own origin: one stylesheet, scripts, fonts, icon. Kept in memory (about 370 KB). */
export class PageAssets {
  /** Changes with any byte of any asset, so that versioned assets may be cached indefinitely. */
  readonly version: string;
  private readonly contents: ReadonlyMap<string, Content>;

  constructor({ stylesheet: { name, rules }, scripts = {} }: PageAssetsOptions) {
    const css = [customProperties(), linkedFontFaces('.'), baseStyles(), ...rules].join('\n');
    this.contents = new Map<string, Content>([
      [name, { contentType: 'text/css; charset=utf-8', bytes: Buffer.from(css) }],
      ['icon.svg', { contentType: 'image/svg+xml', bytes: Buffer.from(icon()) }],
      ...Object.entries(scripts).map(([file, text]): [string, Content] => [
        file,
        { contentType: 'text/javascript; charset=utf-8', bytes: Buffer.from(text) },
      ]),
      ...fontFiles().map((file): [string, Content] => [
        file.fileName,
        { contentType: 'font/woff2', bytes: fontBytes(file) },
      ]),
    ]);
    this.version = versionOf(this.contents);
  }

  /**
   * Undefined for an unknown asset. While a release is rolled out, a page of a new replica may request its stylesheet from an
   * old one: another version is answered with the current asset, not cacheable.
   */
  find({ version, name }: { readonly version: string; readonly name: string }): PageAsset | undefined {
    const content = this.contents.get(name);
    return (
      content && {
        headers: {
          'content-type': content.contentType,
          'cache-control': version === this.version ? 'public, max-age=31536000, immutable' : 'no-store',
          'content-security-policy': "default-src 'none'",
          'cross-origin-resource-policy': 'same-origin',
        },
        bytes: content.bytes,
      }
    );
  }
}

function icon(): string {
  const file = `<svg xmlns="http://www.w3.org/2000/svg" color="${light.accent}" `;
  return emblemSvg({ size: 64 }).replace('<svg ', file);
}

function versionOf(contents: ReadonlyMap<string, Content>): string {
  const hash = createHash('sha256');
  for (const [name, { bytes }] of contents) hash.update(`${name} ${bytes.length} `).update(bytes);
  return hash.digest('hex').slice(0, 16);
}
