import { readFileSync } from 'node:fs';
import { signFonts, signRange } from './sign-fonts';

/** One file of one font face. `fileName` is unique and safe in a URL. */
export interface FontFile {
  readonly family: 'Inter' | 'Source Serif 4';
  readonly weight: keyof typeof signFonts;
  readonly style: 'normal' | 'italic';
  readonly fileName: string;
  readonly unicodeRange: string;
}

const faces = [
  { family: 'Inter', slug: 'inter', weight: 400, style: 'normal' },
  { family: 'Inter', slug: 'inter', weight: 600, style: 'normal' },
  { family: 'Source Serif 4', slug: 'source-serif-4', weight: 400, style: 'normal' },
  { family: 'Source Serif 4', slug: 'source-serif-4', weight: 400, style: 'italic' },
  { family: 'Source Serif 4', slug: 'source-serif-4', weight: 600, style: 'normal' },
] as const;
type Face = (typeof faces)[number];

/** `latin` alone lacks letters such as "Ł" and "ő", which would silently use a system font. */
const packaged = ['latin', 'latin-ext', 'vietnamese'] as const;
type PackagedSubset = (typeof packaged)[number];
/** The signs are not from a package: every family uses those of Inter. */
const subsets = [...packaged, 'signs'] as const;
type Subset = (typeof subsets)[number];
const folder = (slug: Face['slug']): string => `@fontsource/${slug}`;

let known: readonly FontFile[] | undefined;

/** The files of every face, for a web server (`font/woff2`, immutable) and for `linkedFontFaces`. */
export function fontFiles(): readonly FontFile[] {
  known ??= faces.flatMap((face) => {
    const ranges = unicodeRanges(face.slug);
    return subsets.map((subset) => ({
      family: face.family,
      weight: face.weight,
      style: face.style,
      fileName: `${face.slug}-${subset}-${face.weight}-${face.style}.woff2`,
      unicodeRange: ranges[subset],
    }));
  });
  return known;
}

/** The content of a font file. Throws when the font package is not installed. */
export function fontBytes(file: FontFile): Buffer {
  if (file.unicodeRange === signRange) return Buffer.from(signFonts[file.weight], 'base64');
  const slug = file.family === 'Inter' ? 'inter' : 'source-serif-4';
  return readFileSync(require.resolve(`${folder(slug)}/files/${file.fileName}`));
}

/** `@font-face` rules for web pages, with files below `baseUrl`. */
export function linkedFontFaces(baseUrl: string): string {
  return fontFiles()
    .map((file) => fontFace(file, `${baseUrl}/${file.fileName}`))
    .join('\n');
}

const inlined = new Map<FontFile, string>();

/**
 * `@font-face` rules with inlined files, for a self-contained document. With `text`, only the files that the text needs;
 * without it, all of them (about 390 KB). Files are read once.
 */
export function inlinedFontFaces(text?: string): string {
  return fontFiles()
    .filter((file) => text === undefined || covers(file, text))
    .map((file) => {
      const face = inlined.get(file) ?? fontFace(file, dataUrl(file));
      inlined.set(file, face);
      return face;
    })
    .join('\n');
}

function fontFace(file: FontFile, url: string): string {
  return (
    `@font-face{font-family:'${file.family}';font-style:${file.style};font-weight:${file.weight};` +
    `font-display:swap;src:url(${url}) format('woff2');unicode-range:${file.unicodeRange}}`
  );
}

function dataUrl(file: FontFile): string {
  return `data:font/woff2;base64,${fontBytes(file).toString('base64')}`;
}

function unicodeRanges(slug: Face['slug']): Record<Subset, string> {
  const path = require.resolve(`${folder(slug)}/unicode.json`);
  const ranges = JSON.parse(readFileSync(path, 'utf8')) as Record<PackagedSubset, string>;
  return { ...ranges, signs: signRange };
}

function covers(file: FontFile, text: string): boolean {
  const pattern = file.unicodeRange.replace(
    /U\+([0-9A-F]+)(?:-([0-9A-F]+))?,?/g,
    (_, from: string, to?: string) => (to === undefined ? `\\u{${from}}` : `\\u{${from}}-\\u{${to}}`),
  );
  return new RegExp(`[${pattern}]`, 'u').test(text);
}
