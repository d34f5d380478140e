import { type ProvidedTrustRule, trustPresets, type TrustRule } from '@governance/iam';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import {
  type clientRepresentation,
  machineRepresentation,
  type Representation,
} from './client-representation';
import { workloadIssuerAlias } from './workload-issuer';

const ruleAttribute = 'governance.trust-rule';

/** What Keycloak has no member for, as JSON. */
const storedRule = z.object({
  orgId: z.string(),
  preset: z.enum(trustPresets),
  issuer: z.string(),
  audience: z.string(),
  subject: z.string(),
  singleUse: z.boolean(),
  expiresAt: z.iso.datetime().optional(),
  /** Of the tokens. */
  tokenAudience: z.string(),
});

/** A rule that Keycloak can express. */
export type ExpressibleRule = ProvidedTrustRule & { readonly subject: string };

/** Why Keycloak cannot express a rule, as a sentence. Undefined: it can. */
export function problemOfRule(rule: ProvidedTrustRule): string | undefined {
  const { conditions, subject, issuer, allowedNetworks, keySet } = rule;
  if (conditions.length > 0) {
    const names = conditions.map(({ claim }) => claim.join('.')).join(', ');
    return `Keycloak compares the issuer, the audience and the subject of an assertion, and not ${names}.`;
  }
  if (subject === undefined) return 'Keycloak needs the subject of the assertions.';
  if (subject === issuer) return 'Keycloak does not accept an assertion whose subject is its issuer.';
  if (allowedNetworks !== undefined) return 'Keycloak does not check allowed_networks.';
  if (keySet !== undefined)
    return 'Keycloak has the keys of an issuer for all rules: key_set must be absent.';
  return undefined;
}

/** Another one for each rule: a token of a rule that was deleted must not be one of the next rule of the workload. */
export function clientIdOf(prefix: string, ruleId: string): string {
  return `${prefix}rule-${ruleId}`;
}

/**
 * Keycloak's internal id, the same for the same workload. It is unique, and Keycloak refuses every assertion of a workload that two
 * clients name. The server has one set of ids for all realms.
 */
function internalIdOf({ issuer, subject }: ExpressibleRule, realm: string): string {
  const digest = createHash('sha256').update(JSON.stringify([realm, issuer, subject]));
  // RFC 9562, 5.8.
  return digest.digest('hex').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5');
}

interface ClientPlace {
  readonly realm: string;
  readonly clientId: string;
  /** Of its tokens. */
  readonly audience: string;
}

/** The client of a rule: a machine that authenticates with assertions of its workload. */
export function trustRuleRepresentation(
  orgId: string,
  rule: ExpressibleRule,
  { realm, clientId, audience }: ClientPlace,
): Representation {
  const { name, permissions, preset, issuer, subject, singleUse, expiresAt } = rule;
  const stored: z.input<typeof storedRule> = {
    orgId,
    preset,
    issuer,
    audience: rule.audience,
    subject,
    singleUse,
    expiresAt: expiresAt?.toISOString(),
    tokenAudience: audience,
  };
  const authentication = {
    clientAuthenticatorType: 'federated-jwt',
    attributes: {
      'jwt.credential.issuer': workloadIssuerAlias(issuer),
      'jwt.credential.sub': subject,
      [ruleAttribute]: JSON.stringify(stored),
    },
  };
  const machine = { id: internalIdOf(rule, realm), clientId, orgId, name, permissions, audience };
  return machineRepresentation(machine, authentication);
}

/** A rule with the client that Keycloak has for it. */
export interface FoundRule {
  readonly internalId: string;
  readonly rule: TrustRule;
  readonly tokenAudience: string;
}

/** Undefined for a client that is not the one of a rule of this organization. */
export function ruleOfClient(
  { id: internalId, attributes = {} }: z.output<typeof clientRepresentation>,
  orgId: string,
): FoundRule | undefined {
  const { data } = storedRule.safeParse(parsed(attributes[ruleAttribute]));
  if (data?.orgId !== orgId) return undefined;
  const { preset, issuer, audience, subject, singleUse, expiresAt, tokenAudience } = data;
  const rule: TrustRule = {
    preset,
    issuer,
    audience,
    subject,
    conditions: [],
    singleUse,
    allowedNetworks: undefined,
    expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
  };
  return { internalId, rule, tokenAudience };
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
