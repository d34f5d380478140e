import { isUtf8 } from 'node:buffer';
import { jsonStructureOf } from './json-structure';
import { TokenRefused } from './token-refused';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Parses a JSON object that every parser reads the same way: valid UTF-8, and no duplicate names. Throws `TokenRefused`;
 * `what` names the object.
 */
export function parseStrictObject(bytes: Buffer, what: string): JsonObject {
  if (!isUtf8(bytes)) throw new TokenRefused(`${what} is not UTF-8`);
  const text = bytes.toString('utf8');
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TokenRefused(`${what} is not a JSON object`);
  }
  if (jsonStructureOf(text).repeated !== undefined) throw new TokenRefused(`${what} has a member twice`);
  return value as JsonObject;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
