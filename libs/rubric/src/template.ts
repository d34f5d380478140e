/** A text with `{name}` placeholders, parsed once. A placeholder that is never filled prevents loading the rubric. */
export class Template<Name extends string> {
  readonly #pieces: readonly ({ readonly literal: string } | { readonly name: Name })[];

  constructor(text: string, names: readonly Name[]) {
    this.#pieces = text.split(/(\{[^{}]*\})/).map((piece) => {
      const name = names.find((known) => piece === `{${known}}`);
      if (name !== undefined) return { name };
      if (/[{}]/.test(piece)) throw new Error(`a template has a place that is never filled: ${text}`);
      return { literal: piece };
    });
  }

  fill(values: Readonly<Record<Name, string | number>>): string {
    return this.#pieces.map((piece) => ('name' in piece ? values[piece.name] : piece.literal)).join('');
  }
}
