import { type Tier, tiers } from './outcome';
import { type RubricDocument } from './rubric-document';
import { tierCapOf } from './tier-cap';

/** The tier of an overall score. Tiers above the cap require the launch verdict "allowed". */
export class TierScale {
  readonly #lowest: Tier;
  readonly #steps: readonly { readonly id: Tier; readonly min: number; readonly requiresLaunch: boolean }[];

  constructor({ tiers: published, tierCap }: Pick<RubricDocument, 'tiers' | 'tierCap'>) {
    const cap = tierCapOf(tierCap.rule);
    if (cap === undefined) throw new Error(`not a tier cap: ${tierCap.rule}`);
    const highest = tiers.indexOf(cap.atMost);
    this.#lowest = published[0].id;
    this.#steps = published.map(({ id, min }) => ({ id, min, requiresLaunch: tiers.indexOf(id) > highest }));
  }

  tierOf(overallScore: number, launchAllowed: boolean): Tier {
    let reached = this.#lowest;
    for (const { id, min, requiresLaunch } of this.#steps) {
      if (overallScore >= min && (launchAllowed || !requiresLaunch)) reached = id;
    }
    return reached;
  }
}
