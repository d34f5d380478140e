import { type Claims } from './claims';

/**
 * Where a claim is in a token: the full name of a claim, or else names of nested objects, separated by dots. The full name is
 * first, because namespaced claims are URLs with dots. Parsed once, at startup.
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
      if (!isObject(value) || !Object.hasOwn(value, step)) return undefined;
      value = value[step];
    }
    return value;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
