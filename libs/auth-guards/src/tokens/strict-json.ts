import { isUtf8 } from 'node:buffer';
import { TokenRefused } from './token-refused';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads a JSON object of which no two readers can disagree: valid UTF-8, and no name twice in any object. Throws
 * `TokenRefused`; `what` names it.
 */
export function parseStrictObject(bytes: Buffer, what: string): JsonObject {
  if (!isUtf8(bytes)) throw new TokenRefused(`${what} is not UTF-8`);
  const text = bytes.toString('utf8');
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TokenRefused(`${what} is not a JSON object`);
  }
  if (hasDuplicateNames(text)) throw new TokenRefused(`${what} has a member twice`);
  return value as JsonObject;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** In JSON that is known to be well-formed: its strings, and the characters that open and close objects. */
const tokens = /"(?:[^"\\]|\\.)*"(?<name>\s*:)?|[{}]/g;

function hasDuplicateNames(text: string): boolean {
  const open: Set<string>[] = [];
  for (const { 0: token, groups } of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (groups?.name !== undefined) {
      const name = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1)) as string;
      const names = open.at(-1);
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}
