import { UntruePrint } from './untrue-print';

/** What the style sheet of a report adds to the words of its markup. */
export interface ReportSheet {
  /** Beside the number of every page. */
  readonly footer: string;
  /** The title of a table whose columns are repeated on each of its pages, and these columns. */
  readonly repeated?: { readonly title: string; readonly columns: string };
}

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
export function checkPrintedReport(pages: readonly string[], markup: string, sheet: ReportSheet): void {
  if (!showsOnly(withoutHeads(pages, sheet), comparedTexts(markup)))
    throw new UntruePrint('The report does not show what it was made from');
}

function withoutHeads(pages: readonly string[], { footer, repeated }: ReportSheet): string {
  const columns = plain(repeated?.columns ?? '');
  const lastTable = plain(repeated?.title ?? '');
  return pages.map(plain).reduce((shown, page, index) => {
    // Drawn before the text of the page.
    const head = plain(`Page ${index + 1} of ${pages.length} ${footer}`);
    if (!page.startsWith(head)) throw new UntruePrint('A page of the report does not say what it is');
    const rest = page.slice(head.length);
    const repeats = repeated && shown.includes(lastTable + columns) && rest.startsWith(columns);
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
