import { type Claims } from './claims';

/** A step to the only member of an object, of any name. */
const onlyMember = '*';

/**
 * Where a claim is in a token: the full name of a claim, or else names of nested objects, separated by dots. The full name is
 * first, because namespaced claims are URLs with dots. A step `*` names the only member of an object, such as the one
 * organization that a token is for. Parsed once, at startup.
 */
export class ClaimPath {
  private readonly steps: readonly string[];

  constructor(readonly name: string) {
    this.steps = name.split('.');
  }

  /** Undefined when the token has no such claim. */
  valueIn(claims: Claims): unknown {
    if (Object.hasOwn(claims, this.name)) return claims[this.name];
    if (this.steps.length === 1) return undefined;
    let value: unknown = claims;
    for (const step of this.steps) {
      // An array has no names: its first member must not be chosen by a path (decisions 3).
      if (!isObject(value)) return undefined;
      const name = step === onlyMember ? onlyNameOf(value) : step;
      if (name === undefined || !Object.hasOwn(value, name)) return undefined;
      value = value[name];
    }
    return value;
  }
}

/** Undefined for several: the first one must not be chosen either. */
function onlyNameOf(value: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(value);
  return names.length === 1 ? names[0] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
