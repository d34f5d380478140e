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

/**
 * The same for the same workload: Keycloak refuses every assertion of a workload that two clients name, and client ids are unique in
 * a realm.
 */
export function clientIdOf(
  prefix: string,
  { issuer, subject }: Pick<ExpressibleRule, 'issuer' | 'subject'>,
): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
  return `${prefix}rule-${digest.slice(0, 32)}`;
}

/** The client of a rule: a machine that authenticates with assertions of its workload. `audience` is that of its tokens. */
export function trustRuleRepresentation(
  orgId: string,
  rule: ExpressibleRule,
  { clientId, audience }: { readonly clientId: string; readonly audience: string },
): Representation {
  const { id, name, permissions, preset, issuer, subject, singleUse, expiresAt } = rule;
  const stored: z.input<typeof storedRule> = {
    orgId,
    preset,
    issuer,
    audience: rule.audience,
    subject,
    singleUse,
    expiresAt: expiresAt?.toISOString(),
  };
  return machineRepresentation(
    { id, clientId, orgId, name, permissions, audience },
    {
      clientAuthenticatorType: 'federated-jwt',
      attributes: {
        'jwt.credential.issuer': workloadIssuerAlias(issuer),
        'jwt.credential.sub': subject,
        [ruleAttribute]: JSON.stringify(stored),
      },
    },
  );
}

/** The rule of a client. Undefined for a client that is not the one of a rule of this organization. */
export function ruleOfClient(
  { clientId, attributes = {} }: z.output<typeof clientRepresentation>,
  orgId: string,
  prefix: string,
): TrustRule | undefined {
  const { data } = storedRule.safeParse(parsed(attributes[ruleAttribute]));
  if (data?.orgId !== orgId || clientId !== clientIdOf(prefix, data)) return undefined;
  const { preset, issuer, audience, subject, singleUse, expiresAt } = data;
  return {
    preset,
    issuer,
    audience,
    subject,
    conditions: [],
    singleUse,
    allowedNetworks: undefined,
    expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
  };
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
