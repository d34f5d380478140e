import { tierMarkSvg, tierStyles } from '@governance/design';
import { type Tier } from '@governance/rubric';

/** A tier as pages show it: by name, colour and step. */
export interface TierView {
  readonly name: Tier;
  readonly slug: string;
  readonly step: number;
  readonly mark: string;
}

export function tierView(tier: Tier): TierView {
  return { name: tier, slug: tier.toLowerCase(), step: tierStyles[tier].step, mark: tierMarkSvg(tier, 14) };
}
