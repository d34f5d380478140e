import { type OrgTrustRules, type StoredTrustRule, type TrustRuleDraft } from '@governance/iam';
import { randomUUID } from 'node:crypto';
import { issuer } from './credential-fixtures';
import { noon } from './fixtures';

export function ruleDraftOf(overrides: Partial<TrustRuleDraft> = {}): TrustRuleDraft {
  const permissions = new Set(['m2m:credentials:read'] as const);
  return {
    id: randomUUID(),
    name: 'Deployments',
    provider: issuer,
    serviceIdentity: { kind: 'new', id: randomUUID(), permissions },
    preset: 'gitlab',
    issuer: 'https://gitlab.com',
    audience: 'https://identity.example.org',
    subject: undefined,
    conditions: [{ claim: ['project_id'], oneOf: ['7', '8'] }],
    singleUse: false,
    allowedNetworks: undefined,
    keySet: undefined,
    createdAt: noon,
    revision: randomUUID(),
    expiresAt: undefined,
    ...overrides,
  };
}

/** Creates a rule, whose client is `client-` and its id. */
export async function createRule(rules: OrgTrustRules, draft = ruleDraftOf()): Promise<StoredTrustRule> {
  const begun = await rules.begin(draft);
  const rule = begun === 'begun' ? await rules.activate(draft.id, `client-${draft.id}`) : undefined;
  if (rule === undefined) throw new Error(begun);
  return rule;
}
