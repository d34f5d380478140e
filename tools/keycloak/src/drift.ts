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

/** What differs, as `driftsOf`, and also every member that is not wanted. */
export function exactDriftsOf(
  wanted: Readonly<Record<string, unknown>>,
  found: Readonly<Record<string, unknown>> | undefined,
  place: string,
): Drift[] {
  const excess = Object.entries(found ?? {}).filter(([name]) => !Object.hasOwn(wanted, name));
  return [
    ...driftsOf(wanted, found, place),
    ...excess.map(([name, value]) => ({ place: `${place}.${name}`, wanted: undefined, found: value })),
  ];
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
  const shown = found === undefined ? 'missing' : JSON.stringify(found);
  return `${place}: ${shown}, wanted ${wanted === undefined ? 'none' : JSON.stringify(wanted)}`;
}
