import { UntruePrint } from './untrue-print';

/** At the head of every page, in the style sheet. */
const footer = (page: number, pages: number): string =>
  plain(
    `Page ${page} of ${pages} Evidence report: statements of the holder, not checked. Not a certificate.`,
  );
/** Repeated on each page of the last table. */
const lastTable = plain('Questions without evidence');
const columns = plain('No. Question Answer');

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#x60;': '`',
  '&#x3D;': '=',
};

/** The text of markup that a template made, with the escapes of Handlebars resolved. */
export function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27|#x60|#x3D);/g, (entity) => entities[entity] ?? entity);
}

/**
 * Checks that the pages of a report show the words of its markup in their order, and no others. Texts with letters that the embedded
 * fonts do not have are not compared: the browser draws them with other fonts, from right to left, or not at all.
 * @throws UntruePrint
 */
export function checkPrintedReport(pages: readonly string[], markup: string): void {
  if (!showsOnly(withoutHeads(pages), comparedTexts(markup)))
    throw new UntruePrint('The report does not show the evidence');
}

function withoutHeads(pages: readonly string[]): string {
  return pages.map(plain).reduce((shown, page, index) => {
    const head = footer(index + 1, pages.length);
    if (!page.startsWith(head)) throw new UntruePrint('A page of the report does not say what it is');
    const rest = page.slice(head.length);
    const repeats = shown.includes(lastTable + columns) && rest.startsWith(columns);
    return shown + (repeats ? rest.slice(columns.length) : rest);
  }, '');
}

/** Between two of them, any text is allowed. */
function comparedTexts(markup: string): readonly string[] {
  const texts = markup.split(/<[^>]*>/).map(unescaped);
  return texts
    .reduce<string[][]>(
      (parts, text) => {
        if (isCompared(text)) parts.at(-1)?.push(plain(text));
        else parts.push([]);
        return parts;
      },
      [[]],
    )
    .map((parts) => parts.join(''));
}

/** The subset `latin-ext` of the fonts has all letters up to here. Marks of direction would change the order of drawing. */
function isCompared(text: string): boolean {
  return !/(?![\0-\u017f])[\p{L}\p{N}\p{M}]|\p{Cf}/u.test(text.normalize('NFC'));
}

/** Letters and digits alone: lines break anywhere, and the fonts draw signs in several forms. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll('×', 'x')
    .replace(/[^\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}]/gu, '')
    .toUpperCase();
}

/** Whether the text consists of the parts in order, with anything between two of them. */
function showsOnly(shown: string, parts: readonly string[]): boolean {
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (!shown.startsWith(first)) return false;
  if (last === undefined) return shown === first;
  let from = first.length;
  for (const part of others) {
    const at = shown.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return shown.endsWith(last) && shown.length - last.length >= from;
}
