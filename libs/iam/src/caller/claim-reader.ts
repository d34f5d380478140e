import { type ClaimPath } from './claim-path';
import { type Claims } from './claims';
import { ClaimsRefused } from './claims-refused';

/** The name of a claim that means the same at every issuer, or the place of one that the issuer's profile names. */
export type ClaimPlace = string | ClaimPath;

/** OpenID Connect has the same limit for `sub`. */
const longestId = 255;

/** Reads claims; undefined when absent. Throws `ClaimsRefused` for a claim of an unexpected type. */
export class ClaimReader {
  constructor(private readonly claims: Claims) {}

  has(place: ClaimPlace): boolean {
    return this.raw(place) !== undefined;
  }

  raw(place: ClaimPlace): unknown {
    if (typeof place !== 'string') return place.valueIn(this.claims);
    return Object.hasOwn(this.claims, place) ? this.claims[place] : undefined;
  }

  /** The first of the places that the token has. */
  firstOf<Place extends ClaimPlace>(places: readonly Place[]): Place | undefined {
    return places.find((place) => this.has(place));
  }

  text(place: ClaimPlace): string | undefined {
    const value = this.raw(place);
    if (value === undefined || typeof value === 'string') return value;
    throw new ClaimsRefused(`${nameOf(place)} is not a string`);
  }

  /** A text, or the first one of a list: Keycloak lists every attribute. */
  firstText(place: ClaimPlace): string | undefined {
    return Array.isArray(this.raw(place)) ? this.texts(place)?.[0] : this.text(place);
  }

  /** An identifier of 1 to `longest` characters, all of which the database can store. */
  id(place: ClaimPlace, longest = longestId): string | undefined {
    const value = this.text(place);
    if (value !== undefined) checkId(value, { name: nameOf(place), longest });
    return value;
  }

  /**
   * The one identifier that the claim holds: as text, in an array, or as the name of an object's member. Two or more are
   * refused, because a token that names several does not say which one its caller acts for. Undefined for an empty list.
   */
  onlyId(place: ClaimPlace, longest: number): string | undefined {
    const value = this.raw(place);
    if (typeof value !== 'object' || value === null) return this.id(place, longest);
    const name = nameOf(place);
    const listed: readonly unknown[] = Array.isArray(value) ? value : Object.keys(value);
    if (listed.length > 1) throw new ClaimsRefused(`${name} names ${listed.length} organizations, not one`);
    const [only] = listed;
    if (only === undefined) return undefined;
    if (typeof only !== 'string') throw new ClaimsRefused(`${name} is not a list of strings`);
    checkId(only, { name, longest });
    return only;
  }

  time(place: ClaimPlace): number | undefined {
    const value = this.raw(place);
    if (value === undefined || (typeof value === 'number' && Number.isFinite(value))) return value;
    throw new ClaimsRefused(`${nameOf(place)} is not a number`);
  }

  flag(place: ClaimPlace): boolean | undefined {
    const value = this.raw(place);
    if (value === undefined || typeof value === 'boolean') return value;
    throw new ClaimsRefused(`${nameOf(place)} is not a boolean`);
  }

  texts(place: ClaimPlace): readonly string[] | undefined {
    const value = this.raw(place);
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.every((item): item is string => typeof item === 'string')) return value;
    throw new ClaimsRefused(`${nameOf(place)} is not an array of strings`);
  }
}

function nameOf(place: ClaimPlace): string {
  return typeof place === 'string' ? place : place.name;
}

function checkId(
  value: string,
  { name, longest }: { readonly name: string; readonly longest: number },
): void {
  if (value === '') throw new ClaimsRefused(`${name} is empty`);
  if (value.length > longest) throw new ClaimsRefused(`${name} is too long`);
  if (/\p{Cc}/u.test(value) || !value.isWellFormed()) throw new ClaimsRefused(`${name} is no identifier`);
}
