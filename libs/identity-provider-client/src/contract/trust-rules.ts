import {
  checkTrustRule,
  longestClaimText,
  mostClaimValues,
  mostConditions,
  mostTrustRules,
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

const mostKeys = 20;
const part = z.string().regex(/^[\w-]{1,2000}$/);
const publicJwk = z.strictObject({
  kty: z.enum(['RSA', 'EC', 'OKP']),
  kid: z.string().regex(/^[\x21-\x7e]{1,200}$/),
  use: z.literal('sig').optional(),
  alg: z
    .string()
    .regex(/^\w{1,20}$/)
    .optional(),
  key_ops: z.tuple([z.literal('verify')]).optional(),
  n: part.optional(),
  e: part.optional(),
  crv: part.optional(),
  x: part.optional(),
  y: part.optional(),
});
/** Public keys. */
export type TrustedKeySet = Readonly<{ keys: readonly z.output<typeof publicJwk>[] }>;
const someKeySet = z.strictObject({ keys: z.array(publicJwk).min(1).max(mostKeys) });

/** RFC 7517, 5. A strict schema: a private key is refused, and not stored. */
const keySet = z.custom<TrustedKeySet>(
  (value) => someKeySet.safeParse(value).success,
  `must be a key set of 1 to ${mostKeys} public keys, each with a kid`,
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
  try {
    checkTrustRule(rule, { now: new Date(0), audience: rule.audience });
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
});

/** Sorted by id. At most `mostTrustRules`. */
export const trustRuleListResponse = z.object({
  trustRules: z.array(trustRuleResponse).max(mostTrustRules).readonly(),
});
