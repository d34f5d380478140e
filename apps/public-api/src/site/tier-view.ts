import { tierMarkSvg, tierStyles } from '@governance/design';
import { type Tier } from '@governance/rubric';

/** A tier as pages show it: by name, colour and step. */
export function tierView(tier: Tier) {
  return { name: tier, slug: tier.toLowerCase(), step: tierStyles[tier].step, mark: tierMarkSvg(tier, 14) };
}
