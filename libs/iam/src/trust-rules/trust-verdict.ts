import { type Claims } from '../caller/claims';
import { isInNetworks } from '../credentials/allowed-networks';
import { type ClaimNames, conditionName } from './claim-names';
import { claimsOfText } from './claims-text';
import { type TrustRule } from './trust-rule';
import { type TriedCondition } from './trust-rule-directory.port';

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
  /** Of the client. Undefined: it is not known, and no network has it. */
  readonly address: string | undefined;
}

/**
 * `failed`: the name of the first condition that does not hold. It contains nothing of the rule or the assertion. `isMeant`: the
 * assertion is for the audience of the rule.
 */
export type TrustVerdict =
  | { readonly accepted: true; readonly claims: Claims; readonly expiresAt: Date }
  | { readonly accepted: false; readonly failed: string; readonly isMeant: boolean };

/** Undefined: it cannot be checked. */
type Check = readonly [condition: string, holds: (claims: Claims) => boolean | undefined];

/** The conditions that say for whom an assertion is. */
const addressing: ReadonlySet<string> = new Set(['members', 'iss', 'aud']);

/** Whether a signed assertion meets the conditions of a rule. That it is used once is left to the caller. */
export function judgeAssertion(
  rule: TrustRule,
  assertion: SignedAssertion,
  context: VerdictContext,
): TrustVerdict {
  const claims = claimsOfText(assertion.claims);
  if (claims === undefined) return { accepted: false, failed: 'members', isMeant: false };
  const [failed] = checksOf(rule, assertion, context).find(([, holds]) => holds(claims) !== true) ?? [];
  if (failed !== undefined) return { accepted: false, failed, isMeant: !addressing.has(failed) };
  return { accepted: true, claims, expiresAt: new Date(Number(own(claims, 'exp')) * 1000) };
}

/**
 * Every condition of a rule, in the order of an exchange. `assertion` is undefined if it is not one that the issuer has signed:
 * none is checked then.
 */
export function checkedConditions(
  rule: TrustRule,
  assertion: SignedAssertion | undefined,
  context: VerdictContext,
): readonly TriedCondition[] {
  const claims = assertion && claimsOfText(assertion.claims);
  return [
    { condition: 'members', holds: assertion && claims !== undefined },
    ...checksOf(rule, assertion, context).map(([condition, holds]) => ({
      condition,
      holds: claims && holds(claims),
    })),
  ];
}

function checksOf(
  rule: TrustRule,
  assertion: SignedAssertion | undefined,
  { now, address }: VerdictContext,
): readonly Check[] {
  return [
    ['iss', (claims) => own(claims, 'iss') === rule.issuer],
    ['aud', (claims) => isOnly(own(claims, 'aud'), rule.audience)],
    ['typ', () => isAcceptedType(assertion?.type)],
    ...timeChecks(now.getTime() / 1000),
    ['sub', (claims) => isSubject(own(claims, 'sub'), rule.subject)],
    ...rule.conditions.map(({ claim, oneOf }): Check => [
      conditionName(claim),
      (claims) => isOneOf(claims, claim, oneOf),
    ]),
    ['expires_at', () => rule.expiresAt === undefined || rule.expiresAt > now],
    ['allowed_networks', () => isInside(rule, address)],
  ];
}

/** RFC 7519, 4.1. Only `exp` is required: JWT-SVIDs need no other. A token of ours lives for at least a second. */
function timeChecks(seconds: number): readonly Check[] {
  const hasBegun = (time: unknown): boolean =>
    time === undefined || (isTime(time) && time <= seconds + toleranceSeconds);
  return [
    ['exp', ({ exp }) => isTime(exp) && exp >= seconds + 1 && exp <= seconds + longestAssertionSeconds],
    ['nbf', ({ nbf }) => hasBegun(nbf)],
    ['iat', ({ iat }) => hasBegun(iat)],
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

function isInside({ allowedNetworks }: TrustRule, address: string | undefined): boolean | undefined {
  if (allowedNetworks === undefined) return true;
  return address === undefined ? undefined : isInNetworks(allowedNetworks, address);
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
