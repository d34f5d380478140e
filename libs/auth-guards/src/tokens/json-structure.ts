/** What `JSON.parse` does not say of the text that it reads. */
export interface JsonStructure {
  /** 1 for an object or list that holds no other. */
  readonly depth: number;
  /** How many members all its objects have together. */
  readonly members: number;
  /** A name that one object has twice, by whatever escapes it is written. */
  readonly repeated: string | undefined;
  /** The outermost member in whose name or value a string has NUL or a lone surrogate. */
  readonly illFormed: string | undefined;
}

/** In JSON that is known to be well-formed: its strings, and the characters that open and close objects and lists. */
const tokens = /"(?:[^"\\]|\\.)*"(?<name>\s*:)?|[{}[\]]/g;

/** Reads well-formed JSON in one pass. Without recursion: its depth costs no stack. */
export function jsonStructureOf(text: string): JsonStructure {
  const reader = new StructureReader();
  for (const { 0: token, groups } of text.matchAll(tokens)) {
    if (token === '{' || token === '[') reader.open(token === '{');
    else if (token === '}' || token === ']') reader.close();
    else reader.string(token, groups?.name !== undefined);
  }
  return reader;
}

class StructureReader implements JsonStructure {
  depth = 0;
  members = 0;
  repeated: string | undefined;
  illFormed: string | undefined;
  /** The names of each open object; undefined for a list. */
  private readonly levels: (Set<string> | undefined)[] = [];
  private outermost = '';

  open(isObject: boolean): void {
    this.levels.push(isObject ? new Set() : undefined);
    this.depth = Math.max(this.depth, this.levels.length);
  }

  close(): void {
    this.levels.pop();
  }

  string(token: string, isName: boolean): void {
    const escaped = token.includes('\\');
    if (!isName && !escaped) return;
    const quoted = isName ? token.slice(0, token.lastIndexOf('"') + 1) : token;
    const value = escaped ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
    if (isName) this.name(value);
    if (escaped && (value.includes('\0') || !value.isWellFormed())) this.illFormed ??= this.outermost;
  }

  private name(name: string): void {
    if (this.levels.length === 1) this.outermost = name;
    this.members += 1;
    const names = this.levels.at(-1);
    if (names?.has(name)) this.repeated ??= name;
    names?.add(name);
  }
}
