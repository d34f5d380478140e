import { type Tier, tiers } from './outcome';

/** The tier that requires a launch, and the highest one without it. */
export interface TierCap {
  readonly requiresLaunch: Tier;
  readonly atMost: Tier;
}

/** The cap that a published sentence states; undefined for a sentence that the scorer does not implement. */
export function tierCapOf(rule: string): TierCap | undefined {
  const [, first, second] =
    /^(\w+) requires launchAllowed; otherwise the tier is at most (\w+)$/.exec(rule) ?? [];
  const requiresLaunch = tiers.find((tier) => tier === first);
  const atMost = tiers.find((tier) => tier === second);
  return requiresLaunch && atMost && { requiresLaunch, atMost };
}
