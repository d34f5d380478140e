import { PDFDict, PDFName, type PDFPage, PDFRawStream } from '@cantoo/pdf-lib';
import { inflateSync } from 'node:zlib';
import { operationsOf } from './content-artifacts';
import { UntruePrint } from './untrue-print';

/** A page of a certificate has about 170 KB. */
const longestStream = 8 * 1024 * 1024;

/**
 * The operators that Chromium writes for our pages. Others could show text or pictures that are not read here: invisible letters,
 * forms, images, patterns.
 */
const operators = new Set(
  'q Q cm w J j M d gs RG rg G g m l c v y h re f f* S s B n W W* BT ET Tf Tm Td Tj BMC BDC EMC'.split(' '),
);
/** What screen readers say for letters that are drawn together, as a literal text. */
const spoken = /\/Span<<\/ActualText \((?:\\[^]|[^\\()]){1,64}\) >> BDC\s/g;
/** Comments and other literal texts could hide operators from this reader. */
const ambiguous = /[%()]/;
const text = /\/(?<font>\w+) [-\d.]+ Tf\s|<(?<codes>[0-9A-Fa-f]*)>\s*Tj\s/g;

/** The letters of a font's glyphs, by their codes. */
interface Alphabet {
  /** Hexadecimal digits of a code. */
  readonly digits: 2 | 4;
  readonly letters: ReadonlyMap<number, string>;
}

/** The letters of a page in the order in which they are drawn. @throws UntruePrint when not all of them can be read. */
export function printedText(page: PDFPage): string {
  const content = decoded(page.node.lookup(PDFName.of('Contents'))).replace(spoken, '/Span BMC\n');
  refuseUnknownOperators(content);
  const fonts = page.node.Resources()?.lookupMaybe(PDFName.of('Font'), PDFDict);
  const known = new Map<string, Alphabet>();
  let alphabet: Alphabet | undefined;
  let words = '';
  for (const { groups: { font, codes = '' } = {} } of content.matchAll(text)) {
    if (font !== undefined) {
      alphabet = known.get(font) ?? alphabetOf(fonts?.lookup(PDFName.of(font), PDFDict));
      known.set(font, alphabet);
    } else if (alphabet) words += wordOf(codes, alphabet);
  }
  return words;
}

function refuseUnknownOperators(content: string): void {
  if (ambiguous.test(content)) throw new UntruePrint('The page has comments or literal texts');
  for (const { name } of operationsOf(content))
    if (!operators.has(name)) throw new UntruePrint(`The page uses the operator ${name.slice(0, 8)}`);
}

function wordOf(codes: string, { digits, letters }: Alphabet): string {
  const glyphs = codes.match(digits === 2 ? /.{2}/g : /.{4}/g) ?? [];
  return glyphs.map((code) => letters.get(hex(code)) ?? '').join('');
}

/** From the font's map of glyphs to letters. A glyph without an entry has no letter. */
function alphabetOf(font: PDFDict | undefined): Alphabet {
  const isDrawn = font?.get(PDFName.of('Subtype')) === PDFName.of('Type3');
  if (!isDrawn && font?.get(PDFName.of('Encoding')) !== PDFName.of('Identity-H'))
    throw new UntruePrint('The page uses an unknown kind of font');
  const map = font.lookup(PDFName.of('ToUnicode'));
  return { digits: isDrawn ? 2 : 4, letters: lettersIn(map === undefined ? '' : decoded(map)) };
}

/** Lines of glyph and letters, and of first glyph, last glyph and first letter. */
function lettersIn(map: string): ReadonlyMap<number, string> {
  const letters = new Map<number, string>();
  for (const [, code = '', to = ''] of map.matchAll(/^<(\w+)> <((?:\w{4})+)>$/gm))
    letters.set(hex(code), fromUtf16(to));
  for (const [, from = '', to = '', first = ''] of map.matchAll(/^<(\w+)> <(\w{2,4})> <(\w{4})>$/gm))
    for (let code = hex(from); code <= hex(to); code += 1)
      letters.set(code, String.fromCharCode(hex(first) + code - hex(from)));
  return letters;
}

function hex(digits: string): number {
  return Number.parseInt(digits, 16);
}

function fromUtf16(digits: string): string {
  return Buffer.from(digits, 'hex').swap16().toString('utf16le');
}

/** A stream as Chromium writes it: compressed once, without further parameters, so that every reader decodes it alike. */
function decoded(stream: unknown): string {
  if (!(stream instanceof PDFRawStream)) throw new UntruePrint('The page does not have one content stream');
  const { dict } = stream;
  const isPlain = dict.keys().every((key) => ['/Length', '/Filter'].includes(key.toString()));
  if (!isPlain || dict.get(PDFName.of('Filter')) !== PDFName.of('FlateDecode'))
    throw new UntruePrint('The page has a stream of an unknown kind');
  try {
    return inflateSync(stream.contents, { maxOutputLength: longestStream }).toString('latin1');
  } catch (cause) {
    throw new UntruePrint('The page has a damaged stream', { cause });
  }
}
