import { apiScopes } from '@governance/iam';
import { type AdapterPayload, type Client } from 'oidc-provider';
import { type TrustRuleClient } from '../trust-rules/trust-rules.store';
import { factsMember, type MachineFacts } from './client-metadata';
import { trustGrantType } from './trust-exchange';

/** The client metadata member that holds a trust rule. */
export const trustRuleMember = 'trustRule';

/** A trust rule in the library's format: a machine whose assertions authenticate it. */
export function trustRuleMetadata(rule: TrustRuleClient): AdapterPayload {
  return {
    client_id: rule.clientId,
    client_name: rule.name,
    grant_types: [trustGrantType],
    response_types: [],
    redirect_uris: [],
    scope: apiScopes.join(' '),
    token_endpoint_auth_method: 'none',
    [factsMember]: {
      orgId: rule.orgId,
      orgName: rule.orgName,
      permissions: rule.permissions,
      expiresAt: rule.expiresAt,
      previousSecret: undefined,
      allowedNetworks: rule.allowedNetworks,
    } satisfies MachineFacts,
    [trustRuleMember]: rule,
  };
}

/** The rule that `trustRuleMetadata` added. @throws for any other client. */
export function trustRuleOf(client: Client): TrustRuleClient {
  const { [trustRuleMember]: rule } = client as Client & { readonly [trustRuleMember]?: TrustRuleClient };
  if (!rule) throw new Error('the client is not a trust rule');
  return rule;
}
