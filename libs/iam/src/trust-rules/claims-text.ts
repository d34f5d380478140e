import { type Claims } from '../caller/claims';

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

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
  const found = Array.from(json.matchAll(tokens), ([token]) => token);
  const open: Set<unknown>[] = [];
  return found.some((token, index) => {
    if (token === '{' || token === '[') open.push(new Set());
    if (token === '}' || token === ']') open.pop();
    if (found[index + 1] !== ':') return false;
    const [names, name] = [open.at(-1), JSON.parse(token) as unknown];
    const isThere = names?.has(name) === true;
    names?.add(name);
    return isThere;
  });
}
