import { type Way, type WayCapabilities, type WayName } from './way';

type Check<Place extends Way> = (way: Place) => Promise<void>;

/** One promise about a way to run, checked on real servers. */
export interface WayClause<Place extends Way = Way> {
  readonly guarantee: string;
  readonly check: Check<Place>;
  /** What a way must be able to do. A way that is not refuses, or behaves otherwise, as `without` checks. */
  readonly needs?: { readonly capability: keyof WayCapabilities; readonly without: Check<Place> };
  /** What this machine lacks for the check, which is then skipped. */
  readonly missing?: string | undefined;
}

export function clause<Place extends Way = Way>(
  guarantee: string,
  check: Check<Place>,
  needs?: WayClause<Place>['needs'],
): WayClause<Place> {
  return { guarantee, check, ...(needs && { needs }) };
}

/**
 * Declares a test for each clause. The titles are read by `ways-table.mjs`: the name of the way, then the guarantee, with
 * `[without capability]` where a way lacks what the clause needs, or `[not run without runtime]` where the machine does.
 */
export function wayContract<Place extends Way>(
  name: WayName,
  { capabilities, open }: { readonly capabilities: WayCapabilities; readonly open: () => Promise<Place> },
  clauses: readonly WayClause<Place>[],
): void {
  describe(name, () => {
    let way: Place;
    beforeAll(async () => {
      way = await open();
    });
    afterAll(() => way.stop());

    for (const { guarantee, check, needs, missing } of clauses) {
      // eslint-disable-next-line no-restricted-syntax -- `ways-table.mjs` prints it as not run; no part of `npm test`
      if (missing !== undefined) it.skip(`${guarantee} [not run without ${missing}]`, () => check(way));
      else if (needs === undefined || capabilities[needs.capability]) it(guarantee, () => check(way));
      else it(`${guarantee} [without ${needs.capability}]`, () => needs.without(way));
    }
  });
}
