import { type Claims } from '../caller/claims';
import { isInNetworks } from '../credentials/allowed-networks';
import { type ClaimNames, conditionName } from './claim-names';
import { claimsOfText } from './claims-text';
import { type TrustRule } from './trust-rule';

/** The longest assertion. Those of the presets have less than half of it. */
export const longestAssertion = 8_192;

/** The longest rest of an assertion's life: for so long a used one is remembered. */
export const longestAssertionSeconds = 86_400;

/** The allowed difference between the issuer's clock and ours. */
const toleranceSeconds = 10;

/** Access tokens and other JWTs with a purpose of their own are no assertions (RFC 8725, 3.11). */
const acceptedTypes = new Set(['jwt', 'jose']);

/** An assertion that the issuer of the rule has signed. */
export interface SignedAssertion {
  /** The value of the header's `typ`. */
  readonly type: unknown;
  /** The JSON text of the claims. */
  readonly claims: string;
}

export interface VerdictContext {
  readonly now: Date;
  /** Of the client. */
  readonly address: string | undefined;
}

/** `failed`: the name of the first condition that does not hold. It contains nothing of the rule or the assertion. */
export type TrustVerdict =
  | { readonly accepted: true; readonly claims: Claims; readonly expiresAt: Date }
  | { readonly accepted: false; readonly failed: string };

/** One condition of an exchange. */
export interface CheckedCondition {
  readonly condition: string;
  readonly holds: boolean;
}

type Check = readonly [condition: string, holds: boolean];

/** Whether a signed assertion meets the conditions of a rule. That it is used once is left to the caller. */
export function judgeAssertion(
  rule: TrustRule,
  assertion: SignedAssertion,
  context: VerdictContext,
): TrustVerdict {
  const claims = claimsOfText(assertion.claims);
  const checks = checksOf(rule, { type: assertion.type, claims }, context);
  const [failed] = checks.find(([, holds]) => !holds) ?? [];
  if (failed !== undefined || claims === undefined) return { accepted: false, failed: failed ?? 'members' };
  return { accepted: true, claims, expiresAt: new Date(Number(own(claims, 'exp')) * 1000) };
}

/** Every condition, in the order in which an exchange checks them. For claims that cannot be read it is the first one alone. */
export function checkedConditions(
  rule: TrustRule,
  { type, claims }: SignedAssertion,
  context: VerdictContext,
): readonly CheckedCondition[] {
  const checks = checksOf(rule, { type, claims: claimsOfText(claims) }, context);
  return checks.map(([condition, holds]) => ({ condition, holds }));
}

function checksOf(
  rule: TrustRule,
  { type, claims }: { readonly type: unknown; readonly claims: Claims | undefined },
  { now, address }: VerdictContext,
): readonly Check[] {
  if (claims === undefined) return [['members', false]];
  return [
    ['members', true],
    ['typ', isAcceptedType(type)],
    ['iss', own(claims, 'iss') === rule.issuer],
    ['aud', isOnly(own(claims, 'aud'), rule.audience)],
    ...timeChecks(claims, now),
    ['sub', isSubject(own(claims, 'sub'), rule.subject)],
    ...rule.conditions.map(({ claim, oneOf }): Check => [
      conditionName(claim),
      isOneOf(claims, claim, oneOf),
    ]),
    ['expires_at', rule.expiresAt === undefined || rule.expiresAt > now],
    ['allowed_networks', isInside(rule, address)],
  ];
}

/** RFC 7519, 4.1. Only `exp` is required: JWT-SVIDs need no other. */
function timeChecks(claims: Claims, now: Date): readonly Check[] {
  const [exp, seconds] = [own(claims, 'exp'), now.getTime() / 1000];
  const begun = (name: string): boolean => {
    const time = own(claims, name);
    return time === undefined || (isTime(time) && time <= seconds + toleranceSeconds);
  };
  return [
    ['exp', isTime(exp) && exp > seconds && exp <= seconds + longestAssertionSeconds],
    ['nbf', begun('nbf')],
    ['iat', begun('iat')],
  ];
}

function isAcceptedType(type: unknown): boolean {
  return type === undefined || (typeof type === 'string' && acceptedTypes.has(type.toLowerCase()));
}

/** RFC 7523, 3: an array of one value equals the value. Kubernetes sends one. */
function isOnly(aud: unknown, audience: string): boolean {
  return aud === audience || (Array.isArray(aud) && aud.length === 1 && aud[0] === audience);
}

function isSubject(sub: unknown, subject: string | undefined): boolean {
  return typeof sub === 'string' && sub !== '' && (subject === undefined || sub === subject);
}

/** Numbers, lists and objects equal no text. */
function isOneOf(claims: Claims, names: ClaimNames, values: readonly string[]): boolean {
  let value: unknown = claims;
  for (const name of names) value = own(value, name);
  return typeof value === 'string' && values.includes(value);
}

function isInside({ allowedNetworks }: TrustRule, address: string | undefined): boolean {
  return allowedNetworks === undefined || isInNetworks(allowedNetworks, address);
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** An array has no names, and inherited members are no claims. */
function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
    return undefined;
  return (value as Claims)[name];
}
