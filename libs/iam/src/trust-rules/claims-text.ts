import { type Claims } from '../caller/claims';

/** Texts, with the colon after a name, and what encloses members. */
const tokens = /"(?:[^"\\]|\\.)*"(?=\s*(:)?)|[{}[\]]/g;

/** The claims of a JSON object. Undefined for other texts, and if a member is there twice, because readers differ in which one counts. */
export function claimsOfText(json: string): Claims | undefined {
  const value = parsed(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return hasMemberTwice(json) ? undefined : (value as Claims);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** For valid JSON. */
function hasMemberTwice(json: string): boolean {
  const open: Set<unknown>[] = [];
  for (const [token, colon] of json.matchAll(tokens)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const [names, name] = [open.at(-1), nameIn(token)];
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}

/** Most names have no escapes. */
function nameIn(token: string): unknown {
  return token.includes('\\') ? JSON.parse(token) : token.slice(1, -1);
}
