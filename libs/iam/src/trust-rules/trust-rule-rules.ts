import { RuleViolation } from '@governance/kernel';
import { checkIssuer } from '../connections/connection-rules';
import { checkAllowedNetworks } from '../credentials/allowed-networks';
import { type ClaimNames, conditionName } from './claim-names';
import { isTrustPreset, presetFacts, type TrustPreset, trustPresets } from './trust-preset';
import { type ClaimCondition, type TrustRule } from './trust-rule';

export const mostConditions = 20;
export const mostClaimValues = 20;
export const longestClaimText = 500;
/** The most trust rules of an organization. */
export const mostTrustRules = 100;

const deepestClaim = 5;

/** Claims of every assertion, which have their own members in a rule or are always checked. */
const ownMembers = new Set(['iss', 'aud', 'sub', 'exp', 'nbf', 'iat', 'jti']);

/** A request to make a rule. Types are checked; null and "" count as absent. */
export interface TrustRuleRequest {
  readonly preset: string;
  readonly issuer?: string | undefined;
  readonly audience?: string | undefined;
  readonly subject?: string | undefined;
  readonly conditions?: readonly ClaimCondition[] | undefined;
  readonly singleUse?: boolean | undefined;
  readonly allowedNetworks?: readonly string[] | undefined;
  readonly expiresAt?: Date | undefined;
}

/** `audience`: the one that is proposed, of the provider that takes the assertions. */
interface RuleContext {
  readonly now: Date;
  readonly audience: string;
}

/** The rule that a request describes, with what the preset fills in. Throws `RuleViolation`. */
export function checkTrustRule(request: TrustRuleRequest, { now, audience }: RuleContext): TrustRule {
  const { subject, conditions = [], allowedNetworks, expiresAt } = request;
  if (expiresAt !== undefined && expiresAt <= now)
    throw new RuleViolation('expires_at must be in the future');
  const preset = checkPresetName(request.preset);
  const proposed = presetFacts[preset];
  const rule: TrustRule = {
    preset,
    issuer: checkIssuer(request.issuer ?? proposed.issuer ?? ''),
    audience: checkClaimText('audience', request.audience ?? audience),
    subject: checkSubject(subject),
    conditions: checkConditions(conditions),
    singleUse: request.singleUse ?? proposed.singleUse,
    allowedNetworks: allowedNetworks && checkAllowedNetworks(allowedNetworks),
    expiresAt,
  };
  checkPreset(preset, rule);
  return rule;
}

function checkPresetName(preset: string): TrustPreset {
  if (isTrustPreset(preset)) return preset;
  throw new RuleViolation(`preset must be one of ${trustPresets.join(', ')}`);
}

function checkSubject(subject: string | undefined): string | undefined {
  return subject === undefined ? undefined : checkClaimText('subject', subject);
}

/** A rule identifies one workload: by its subject, or by claims that the issuer gives to no other one. */
function checkPreset(preset: TrustPreset, { subject, conditions }: TrustRule): void {
  const { needed, needsSubject } = presetFacts[preset];
  if (needsSubject && subject === undefined) throw new RuleViolation(`subject is required for ${preset}`);
  if (preset === 'spiffe' && !/^spiffe:\/\/[^/]/.test(subject ?? '')) {
    throw new RuleViolation('subject must be a SPIFFE ID for spiffe');
  }
  const conditioned = new Set(conditions.map(({ claim }) => JSON.stringify(claim)));
  for (const group of needed) {
    if (group.some((claim) => conditioned.has(JSON.stringify(claim)))) continue;
    throw new RuleViolation(`conditions must include ${group.map(conditionName).join(' or ')} for ${preset}`);
  }
}

function checkConditions(conditions: readonly ClaimCondition[]): readonly ClaimCondition[] {
  if (conditions.length > mostConditions) {
    throw new RuleViolation(`conditions must have at most ${mostConditions} claims`);
  }
  const names = new Set(conditions.map(({ claim }) => JSON.stringify(claim)));
  if (names.size < conditions.length) throw new RuleViolation('conditions must name each claim once');
  conditions.forEach(checkClaimCondition);
  return conditions;
}

/** `index`: its place in the list. Throws `RuleViolation`. */
export function checkClaimCondition({ claim, oneOf }: ClaimCondition, index: number): void {
  checkClaim(claim, index);
  if (oneOf.length === 0 || oneOf.length > mostClaimValues) {
    throw new RuleViolation(`conditions[${index}] must have 1 to ${mostClaimValues} values`);
  }
  for (const value of oneOf) checkClaimText(`conditions[${index}]`, value);
}

function checkClaim(claim: ClaimNames, index: number): void {
  const [name = '', ...nested] = claim;
  if (
    name === '' ||
    nested.length >= deepestClaim ||
    claim.some((step) => !/^[\x21-\x7e]{1,200}$/.test(step))
  ) {
    throw new RuleViolation(
      `conditions[${index}] must name a claim: 1 to ${deepestClaim} printable ASCII texts`,
    );
  }
  if (ownMembers.has(name)) throw new RuleViolation(`conditions[${index}] must not name the claim ${name}`);
}

/** The text of a claim. An asterisk is refused, because it would be compared as it is, and not be a wildcard. Throws `RuleViolation`. */
export function checkClaimText(member: string, text: string): string {
  if (text.length === 0 || text.length > longestClaimText || !/^[^\p{Cc}\p{Cs}*]+$/u.test(text)) {
    throw new RuleViolation(
      `${member} must have 1 to ${longestClaimText} characters, and no control character or *`,
    );
  }
  return text;
}
