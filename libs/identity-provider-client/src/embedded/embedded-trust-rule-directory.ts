import {
  IdentityProviderUnavailable,
  type ProvidedTrustRule,
  type TriedCondition,
  TrustRuleDirectory,
  type TrustRefusal,
} from '@governance/iam';
import * as z from 'zod';
import {
  putTrustRuleRequest,
  trustRuleResponse,
  type tryTrustRuleRequest,
  tryTrustRuleResponse,
} from '../contract';
import { notFound, nothing } from './client-answers';
import { type EmbeddedSettings } from './embedded-settings';
import { ManagementApi } from './management-api';
import { organizationPath } from './organization-path';

const client = trustRuleResponse.pick({ id: true, clientId: true });
const refusals = z
  .object({ trustRules: z.array(trustRuleResponse.pick({ id: true, lastRefusal: true })) })
  .transform(({ trustRules }) => new Map(trustRules.flatMap(entryOf)));
const tried = tryTrustRuleResponse.transform(({ conditions }): readonly TriedCondition[] =>
  conditions.map(({ condition, holds }) => ({ condition, holds: holds ?? undefined })),
);

/** A provider fetches two documents of the issuer, each within 5 seconds. */
const tryTimeoutMs = 15_000;

/** The trust rules of organizations at the embedded provider, whose assertions have its issuer as audience. */
export class EmbeddedTrustRuleDirectory extends TrustRuleDirectory {
  override readonly audience: string;
  private readonly api: ManagementApi;
  private readonly tries: ManagementApi;

  constructor(settings: EmbeddedSettings & { readonly issuer: string }) {
    super();
    this.audience = settings.issuer;
    this.api = new ManagementApi(settings);
    this.tries = new ManagementApi({ timeoutMs: tryTimeoutMs, ...settings });
  }

  override refusalOf(rule: ProvidedTrustRule): string | undefined {
    const [issue] = putTrustRuleRequest.safeParse(bodyOf(rule)).error?.issues ?? [];
    return issue && `The rule's ${issue.path.join('.')} ${issue.message}.`;
  }

  override async put(orgId: string, rule: ProvidedTrustRule): Promise<{ readonly clientId: string }> {
    const path = rulePath(orgId, rule.id);
    if (path === undefined) {
      throw new IdentityProviderUnavailable({ cause: new Error('the provider cannot have the rule') });
    }
    const call = { method: 'PUT', path, body: bodyOf(rule) } as const;
    // A response about another rule must not be accepted.
    const { clientId } = await this.api.call(call, { 200: client.extend({ id: z.literal(rule.id) }) });
    return { clientId };
  }

  override async remove(orgId: string, id: string): Promise<void> {
    const path = rulePath(orgId, id);
    if (path !== undefined) await this.api.call({ method: 'DELETE', path }, { 204: nothing });
  }

  override async lastRefusals(orgId: string): Promise<ReadonlyMap<string, TrustRefusal>> {
    const path = organizationPath(orgId);
    if (path === undefined) return new Map();
    return this.api.call({ method: 'GET', path: `${path}/trust-rules` }, { 200: refusals });
  }

  override async try(
    orgId: string,
    id: string,
    assertion: string,
  ): Promise<readonly TriedCondition[] | undefined> {
    const path = rulePath(orgId, id);
    if (path === undefined) return undefined;
    const body: z.input<typeof tryTrustRuleRequest> = { assertion };
    const call = { method: 'POST', path: `${path}/try`, body } as const;
    return this.tries.call<readonly TriedCondition[] | undefined>(call, { 200: tried, 404: notFound });
  }
}

function bodyOf(rule: ProvidedTrustRule): z.input<typeof putTrustRuleRequest> {
  const { name, permissions, preset, issuer, audience, subject, conditions, singleUse, keySet } = rule;
  return {
    name,
    permissions: [...permissions],
    preset,
    issuer,
    audience,
    subject,
    conditions,
    singleUse,
    allowedNetworks: rule.allowedNetworks && [...rule.allowedNetworks],
    keySet,
    expiresAt: rule.expiresAt?.toISOString(),
  };
}

function entryOf({
  id,
  lastRefusal,
}: Pick<z.output<typeof trustRuleResponse>, 'id' | 'lastRefusal'>): [string, TrustRefusal][] {
  return lastRefusal ? [[id, lastRefusal]] : [];
}

/** Undefined when the provider cannot have such a rule: rule ids have the same format as organization ids. */
function rulePath(orgId: string, id: string): string | undefined {
  const organization = organizationPath(orgId);
  if (organization === undefined || organizationPath(id) === undefined) return undefined;
  return `${organization}/trust-rules/${encodeURIComponent(id)}`;
}
