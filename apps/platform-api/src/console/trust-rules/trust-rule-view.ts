import { type PlatformTypes } from '@governance/client';
import { presetFacts } from '@governance/iam';
import { abilitiesOf } from '../abilities';
import { dayInWords, momentInWords, soonMs } from '../moments';
import { conditionView } from './condition-words';

export type TrustRule = PlatformTypes['schemas']['TrustRule'];

/** By id. */
export type IdentityNames = ReadonlyMap<string, string>;

/** A line of the list. `identities` is undefined if the API does not serve service identities. */
export function rowOf(rule: TrustRule, now: Date, identities: IdentityNames | undefined) {
  return {
    id: rule.id,
    name: rule.name,
    preset: presetFacts[rule.preset].title,
    identityId: rule.service_identity_id,
    identity: identities?.get(rule.service_identity_id),
    end: endOf(rule, now),
    lastUsed: rule.last_used_at === null ? 'Never' : momentInWords(new Date(rule.last_used_at)),
    refusal: refusalOf(rule),
  };
}

export type TrustRuleDetails = ReturnType<typeof detailsOf>;

/** Everything that its own page shows. */
export function detailsOf(rule: TrustRule, now: Date, identities: IdentityNames | undefined) {
  return {
    ...rowOf(rule, now, identities),
    presetKey: rule.preset,
    clientId: rule.client_id,
    audience: rule.audience,
    conditions: conditionsOf(rule),
    singleUse: rule.single_use,
    // Empty: from everywhere.
    networks: rule.allowed_networks ?? [],
    // Undefined: the issuer publishes its keys.
    keyIds: rule.key_ids ?? undefined,
    created: momentInWords(new Date(rule.created_at)),
    abilities: abilitiesOf(rule.permissions),
  };
}

/** What a claim of the token must be. */
export interface NeededClaim {
  /** Undefined for a claim that no preset has. */
  readonly label: string | undefined;
  readonly claim: string;
  /** One of them. */
  readonly values: readonly string[];
}

export function conditionsOf({ issuer, audience, subject, conditions }: TrustRule): NeededClaim[] {
  return [
    needed('iss', [issuer]),
    needed('aud', [audience]),
    ...(subject === null ? [] : [needed('sub', [subject])]),
    ...conditions.map(({ claim, one_of: oneOf }) => needed(claim.join('.'), oneOf)),
  ];
}

function needed(claim: string, values: readonly string[]): NeededClaim {
  return { label: conditionView(claim).label, claim, values };
}

function endOf({ expires_at: at }: TrustRule, now: Date): { words: string; isSoon: boolean } {
  if (at === null) return { words: 'Never', isSoon: false };
  const end = new Date(at);
  const left = end.getTime() - now.getTime();
  const day = dayInWords(end);
  return { words: left <= 0 ? `Expired on ${day}` : day, isSoon: left <= soonMs };
}

/** The last one; undefined without one. */
function refusalOf({ last_refused_at: at, last_refusal: condition }: TrustRule) {
  if (at === null || condition === null) return undefined;
  const { refused, claim } = conditionView(condition);
  return { at: momentInWords(new Date(at)), refused, claim };
}
