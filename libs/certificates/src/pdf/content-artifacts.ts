/**
 * A token of a content stream: a number, another operand or an operator. White space, comments and positioned letters
 * have no meaning here and form one token. A path is one token too: only its beginning matters.
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
/** Ends a shape that only clips. */
const noPainting = 'n';
const beginning = 'm';
const beginnings = new Set([beginning, 're']);
const endings = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's', noPainting]);
const singles = new Set(['Do', 'sh']);
const inlineImage = 'BI';

/** An operator with its operands. */
interface Operation {
  readonly name: string;
  /** The position of its first operand. */
  readonly from: number;
  readonly to: number;
}

/**
 * The operations of a content stream, except those that build paths or show letters. Throws for what Chromium does not write:
 * inline images, nested parentheses.
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
    // Interleaved readers of two streams share the expression.
    word.lastIndex = place;
  }
}

/** The next token; empty when it has no meaning here. */
function nextWord(content: string): string {
  const start = word.lastIndex;
  const found = word.exec(content);
  if (!found || found[0] === inlineImage) throw new Error(`The content stream cannot be read at ${start}`);
  if (found.groups?.path !== undefined) return beginning;
  return found.groups?.nothing === undefined ? found[0] : '';
}

/**
 * Marks unmarked painting as decoration. Chromium leaves backgrounds, rules and ornaments unmarked (PDF/UA-1, 7.1). Marked
 * content is unchanged.
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
