import { ClaimsRefused } from './claims-refused';

export type Claims = Readonly<Record<string, unknown>>;

/** OpenID Connect has the same limit for `sub`. */
const longestId = 255;

/** Reads claims by name; undefined when absent. Throws `ClaimsRefused` for a claim of an unexpected type. */
export class ClaimReader {
  constructor(private readonly claims: Claims) {}

  has(name: string): boolean {
    return this.raw(name) !== undefined;
  }

  raw(name: string): unknown {
    return Object.hasOwn(this.claims, name) ? this.claims[name] : undefined;
  }

  text(name: string): string | undefined {
    const value = this.raw(name);
    if (value === undefined || typeof value === 'string') return value;
    throw new ClaimsRefused(`${name} is not a string`);
  }

  /** An identifier of 1 to `longest` characters, all of which the database can store. */
  id(name: string, longest = longestId): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (value === '') throw new ClaimsRefused(`${name} is empty`);
    if (value.length > longest) throw new ClaimsRefused(`${name} is too long`);
    if (/\p{Cc}/u.test(value) || !value.isWellFormed()) throw new ClaimsRefused(`${name} is no identifier`);
    return value;
  }

  time(name: string): number | undefined {
    const value = this.raw(name);
    if (value === undefined || (typeof value === 'number' && Number.isFinite(value))) return value;
    throw new ClaimsRefused(`${name} is not a number`);
  }

  flag(name: string): boolean | undefined {
    const value = this.raw(name);
    if (value === undefined || typeof value === 'boolean') return value;
    throw new ClaimsRefused(`${name} is not a boolean`);
  }

  texts(name: string): readonly string[] | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.every((item): item is string => typeof item === 'string')) return value;
    throw new ClaimsRefused(`${name} is not an array of strings`);
  }
}
