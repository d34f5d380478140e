import { type TrustRule } from '@governance/iam';
import { createHash } from 'node:crypto';
import * as z from 'zod';

/**
 * The alias of the identity provider of a realm whose assertions authenticate workloads. Keycloak has one for each issuer, with the
 * same keys, audience and use for all rules, so an operator makes it (docs/keycloak.md).
 */
export function workloadIssuerAlias(issuer: string): string {
  return `workload-${createHash('sha256').update(issuer).digest('hex').slice(0, 16)}`;
}

/** The identity provider, as far as rules depend on it. */
export const workloadIssuer = z.object({
  enabled: z.boolean(),
  config: z.object({
    issuer: z.string().optional(),
    supportsClientAssertions: z.string().optional(),
    supportsClientAssertionReuse: z.string().optional(),
    allowClientIdAsAudience: z.string().optional(),
    clientId: z.string().optional(),
  }),
});
type WorkloadIssuer = z.output<typeof workloadIssuer>;

export const unpreparedIssuer =
  'The realm does not know the issuer. An operator adds it with npm run operate -- keycloak --workload-issuer.';

/** Why the issuer as the realm knows it cannot have the rule, as a sentence. `audience`: the realm's own. */
export function problemOfIssuer(
  { enabled, config }: WorkloadIssuer,
  rule: TrustRule,
  audience: string,
): string | undefined {
  if (!enabled || config.issuer !== rule.issuer || config.supportsClientAssertions !== 'true') {
    return unpreparedIssuer;
  }
  const expected = config.allowClientIdAsAudience === 'true' ? (config.clientId ?? audience) : audience;
  if (rule.audience !== expected) return `The realm accepts only the audience ${expected} from this issuer.`;
  const isReusable = config.supportsClientAssertionReuse === 'true';
  if (rule.singleUse !== isReusable) return undefined;
  return isReusable
    ? 'The realm accepts each assertion of this issuer until it expires: single_use must be false.'
    : 'The realm accepts each assertion of this issuer once: single_use must be true.';
}
