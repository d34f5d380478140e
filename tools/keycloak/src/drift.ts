/** A member of a resource that differs from what is wanted. */
export interface Drift {
  readonly place: string;
  readonly wanted: unknown;
  readonly found: unknown;
}

/**
 * What differs, member by member. Members that are not wanted are ignored, because Keycloak adds its own. Lists are compared as
 * sets: their order has no meaning.
 */
export function driftsOf(wanted: unknown, found: unknown, place: string): Drift[] {
  if (Array.isArray(wanted)) return isSameSet(wanted, found) ? [] : [{ place, wanted, found }];
  if (typeof wanted !== 'object' || wanted === null) {
    return wanted === found ? [] : [{ place, wanted, found }];
  }
  const members: Readonly<Record<string, unknown>> =
    typeof found === 'object' && found !== null ? { ...found } : {};
  return Object.entries(wanted).flatMap(([name, value]) =>
    driftsOf(value, members[name], `${place}.${name}`),
  );
}

function isSameSet(wanted: readonly unknown[], found: unknown): boolean {
  if (!Array.isArray(found)) return wanted.length === 0 && found === undefined;
  return setText(wanted) === setText(found);
}

function setText(values: readonly unknown[]): string {
  return JSON.stringify(values.map((value) => JSON.stringify(value)).toSorted());
}

/** One line for an operator. */
export function driftLine({ place, wanted, found }: Drift): string {
  return `${place}: ${found === undefined ? 'missing' : JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}`;
}
