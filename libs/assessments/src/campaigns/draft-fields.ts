/**
 * What a draft keeps of the form, by the names of its fields, as typed: a half-written link is kept too. Without empty fields, and
 * without the address for the certificate, which is typed when the answers are sent.
 */
export type DraftFields = Readonly<Record<string, string>>;

/** A field with another value in the form than in the draft; empty where it has none. */
export interface DraftDifference {
  readonly name: string;
  readonly mine: string;
  readonly saved: string;
}

/** In the order of `names`. Fields without a name there are not compared. */
export function draftDifferences(
  names: readonly string[],
  { mine, saved }: { readonly mine: DraftFields; readonly saved: DraftFields },
): DraftDifference[] {
  return names
    .map((name) => ({ name, mine: mine[name] ?? '', saved: saved[name] ?? '' }))
    .filter((field) => field.mine !== field.saved);
}
