import {
  checkKeySet,
  checkTrustRule,
  longestAssertion,
  longestClaimText,
  mostClaimValues,
  mostConditions,
  mostTrustRules,
  type TrustedKeySet,
  trustPresets,
  type TrustRuleRequest,
} from '@governance/iam';
import { RuleViolation } from '@governance/kernel';
import * as z from 'zod';
import { networks, permissions } from './clients';
import { flag, issuer, label, moment, optional, someId, textThat, timestamp } from './members';

const text = textThat(
  `must have 1 to ${longestClaimText} characters, and no control character or *`,
  (value) => value.length <= longestClaimText && /^[^\p{Cc}\p{Cs}*]+$/u.test(value),
  { minLength: 1, maxLength: longestClaimText },
);

const condition = z.strictObject({
  /** Names of nested claims, the outermost first. */
  claim: z.array(z.string()).min(1).readonly(),
  /** The claim equals one of these texts. */
  oneOf: z.array(z.string()).min(1).readonly(),
});
type Condition = z.output<typeof condition>;

const conditions = z.custom<readonly Condition[]>(
  (value) => z.array(condition).max(mostConditions).safeParse(value).success,
  `must have at most ${mostConditions} claims, each with 1 to ${mostClaimValues} texts`,
);

const keySet = z.custom<TrustedKeySet>(
  (value) => holds(() => checkKeySet(value)),
  'must be a key set of 1 to 20 public keys, each with a kid of its own',
);

const presets = `must be one of ${trustPresets.join(', ')}`;

/** The whole rule. */
export const putTrustRuleRequest = z
  .strictObject({
    name: label,
    permissions,
    preset: z.enum(trustPresets, presets),
    /** Its keys are those that it publishes, or `keySet`. */
    issuer,
    audience: text,
    subject: optional(text),
    conditions,
    singleUse: flag,
    /** Absent: everywhere. */
    allowedNetworks: optional(networks),
    /** Of an issuer without a public address. */
    keySet: optional(keySet),
    expiresAt: optional(timestamp),
  })
  .refine(fitsPreset, { path: ['preset'], error: 'must be one whose subject and claims the rule has' });

/** The rules of the domain, but for an end in the past: a repeated request may come late. */
function fitsPreset(rule: TrustRuleRequest & { readonly audience: string }): boolean {
  return holds(() => checkTrustRule(rule, { now: new Date(0), audience: rule.audience }));
}

function holds(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof RuleViolation) return false;
    throw error;
  }
}

/** A trust rule of one organization. */
export const trustRuleResponse = z.object({
  id: someId,
  /** Made by the provider. A workload sends it with its assertion. */
  clientId: z.uuid(),
  name: z.string(),
  permissions: z.array(z.string()).readonly(),
  preset: z.enum(trustPresets),
  issuer: z.string(),
  audience: z.string(),
  subject: z.string().nullable(),
  conditions: z.array(condition).readonly(),
  singleUse: z.boolean(),
  allowedNetworks: z.array(z.string()).readonly().nullable(),
  /** The ids of the keys that were uploaded; `null`: the issuer publishes its keys. */
  keyIds: z.array(z.string()).readonly().nullable(),
  expiresAt: moment.nullable(),
  createdAt: moment,
  /** The last exchange for a token. */
  lastUsedAt: moment.nullable(),
  /** The last assertion that the issuer had signed and the rule refused. */
  lastRefusal: z.object({ at: moment, condition: z.string() }).readonly().nullable(),
});

/** Sorted by id. At most `mostTrustRules`. */
export const trustRuleListResponse = z.object({
  trustRules: z.array(trustRuleResponse).max(mostTrustRules).readonly(),
});

export const tryTrustRuleRequest = z.strictObject({
  assertion: textThat(
    `must have 1 to ${longestAssertion} characters`,
    ({ length }) => length > 0 && length <= longestAssertion,
    { minLength: 1, maxLength: longestAssertion },
  ),
});

/** The conditions in the order in which an exchange checks them, with `signature` as the first. */
export const tryTrustRuleResponse = z.object({
  conditions: z
    .array(
      z.object({ condition: z.string(), /** `null`: it was not checked. */ holds: z.boolean().nullable() }),
    )
    .readonly(),
});
