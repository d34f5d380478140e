/** Controls, line separators, and what is invisible or changes the direction; not the joiners and variants inside emoji. */
const unsafe =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;

/** Foreign text as one line of a terminal: names that others chose, and answers of a hostile service, may hold control sequences. */
export function plainText(text: string): string {
  return text.replaceAll(unsafe, '\uFFFD');
}

/** The same with its line breaks and tabs. A carriage return alone would overwrite the line. */
export function plainLines(text: string): string {
  return replacedIn(text, () => '\uFFFD');
}

/** JSON that means the same and is safe to show: its strings have escapes instead. */
export function plainJson(json: string): string {
  return replacedIn(json, (character) =>
    Array.from({ length: character.length }, (_, at) => escapeOf(character.charCodeAt(at))).join(''),
  );
}

function replacedIn(text: string, replacement: (character: string) => string): string {
  const isLayout = (character: string, at: number): boolean =>
    character === '\n' || character === '\t' || (character === '\r' && text[at + 1] === '\n');
  return text.replaceAll(unsafe, (character, at: number) =>
    isLayout(character, at) ? character : replacement(character),
  );
}

function escapeOf(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
