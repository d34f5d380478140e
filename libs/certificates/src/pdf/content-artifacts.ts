/**
 * A word of a content stream: numbers, another operand or an operator. What means nothing here is one word as far as it goes:
 * white space, comments, and letters with their places. So is a path; it matters only that it is begun.
 */
const word =
  /(?<path>[-+.\d][-+.\d\s]*m\s+(?:[-+.\d][-+.\d\s]*[mlcvy]\s+)*)|(?<nothing>(?:[-+.\d][-+.\d\s]*(?:[lcvy]|Td)\s+|<[0-9A-Fa-f\s]*>\s*Tj\s+|\s+|%[^\r\n]*)+)|[-+.\d][-+.\d\s]*|\((?:\\[\s\S]|[^\\()])*\)|<<|>>|<[0-9A-Fa-f\s]*>|[[\]]|\/[^\s()<>[\]{}/%]*|[^\s()<>[\]{}/%]+/y;

const operator = /^(?:[A-Za-z]+\*?|'|")$/;
const noOperator = new Set(['true', 'false', 'null']);

const nesting: ReadonlyMap<string, number> = new Map([
  ['BMC', 1],
  ['BDC', 1],
  ['EMC', -1],
]);
/** A shape that only clips ends with this. */
const noPainting = 'n';
const beginning = 'm';
const beginnings = new Set([beginning, 're']);
const endings = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's', noPainting]);
const singles = new Set(['Do', 'sh']);
const inlineImage = 'BI';

/** An operator with its operands. */
interface Operation {
  readonly name: string;
  /** Where its first operand begins. */
  readonly from: number;
  readonly to: number;
}

/**
 * The operations of a content stream but for those that draw on a path, or show letters. Throws for what Chromium does not write: inline
 * images, nested parentheses.
 */
export function* operationsOf(content: string): Generator<Operation> {
  let from: number | undefined;
  word.lastIndex = 0;
  while (word.lastIndex < content.length) {
    const start = word.lastIndex;
    const text = nextWord(content);
    const place = word.lastIndex;
    if (text === '') continue;
    from ??= start;
    if (!operator.test(text) || noOperator.has(text)) continue;
    yield { name: text, from, to: place };
    from = undefined;
    // Whoever reads two streams in turn shares the expression.
    word.lastIndex = place;
  }
}

/** The next word; empty for what means nothing here. */
function nextWord(content: string): string {
  const start = word.lastIndex;
  const found = word.exec(content);
  if (!found || found[0] === inlineImage) throw new Error(`The content stream cannot be read at ${start}`);
  if (found.groups?.path !== undefined) return beginning;
  return found.groups?.nothing === undefined ? found[0] : '';
}

/**
 * Marks what is painted outside marked content as decoration, which is what Chromium leaves unmarked: backgrounds, rules
 * and ornaments (PDF/UA-1, 7.1). Marked content stays as it is.
 */
export function withArtifacts(content: string): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { from, to } of unmarkedPaintings(content)) {
    pieces.push(content.slice(copied, from), '/Artifact BMC\n', content.slice(from, to), '\nEMC');
    copied = to;
  }
  return pieces.join('') + content.slice(copied);
}

/** From the first operand of a shape to the operator that paints it. */
function* unmarkedPaintings(content: string): Generator<{ readonly from: number; readonly to: number }> {
  let depth = 0;
  let shape: number | undefined;
  for (const { name, from, to } of operationsOf(content)) {
    depth += nesting.get(name) ?? 0;
    if (depth > 0) continue;
    if (singles.has(name)) yield { from, to };
    if (beginnings.has(name)) shape ??= from;
    if (!endings.has(name)) continue;
    if (name !== noPainting && shape !== undefined) yield { from: shape, to };
    shape = undefined;
  }
}
