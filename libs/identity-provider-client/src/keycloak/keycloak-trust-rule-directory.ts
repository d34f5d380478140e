import {
  checkedConditions,
  claimsOfText,
  IdentityProviderUnavailable,
  type ProvidedTrustRule,
  type SignedAssertion,
  type TriedCondition,
  type TrustRefusal,
  TrustRuleDirectory,
  TrustRuleRefused,
} from '@governance/iam';
import * as z from 'zod';
import { conflict, done, noClient } from './admin-answers';
import { AdminApi } from './admin-api';
import { clientRepresentation, type Representation } from './client-representation';
import { type KeycloakSettings } from './keycloak-settings';
import {
  clientIdOf,
  type ExpressibleRule,
  type FoundRule,
  problemOfRule,
  ruleOfClient,
  trustRuleRepresentation,
} from './trust-rule-representation';
import { problemOfIssuer, unpreparedIssuer, workloadIssuer, workloadIssuerAlias } from './workload-issuer';

const uuid = z.uuid();

/** Keycloak's 404 about an identity provider, and its 403 without the role that reads them. */
const unprepared = z.object({ error: z.string() }).transform(() => unpreparedIssuer);

/**
 * The trust rules of a realm of Keycloak 26.7 (docs/keycloak.md): clients whose workloads authenticate with the assertion itself, in
 * a request of client credentials. The provider does not say what it has refused.
 */
export class KeycloakTrustRuleDirectory extends TrustRuleDirectory {
  override readonly audience: string;
  private readonly api: AdminApi;

  constructor(private readonly settings: KeycloakSettings & { readonly issuer: string }) {
    super();
    this.audience = settings.issuer;
    this.api = new AdminApi(settings);
  }

  override refusalOf(rule: ProvidedTrustRule): string | undefined {
    return problemOfRule(rule);
  }

  override async put(orgId: string, rule: ProvidedTrustRule): Promise<{ readonly clientId: string }> {
    const { clientPrefix, realm } = this.settings;
    if (!uuid.safeParse(rule.id).success) throw new TypeError('the id of a rule must be a UUID');
    if (!isExpressible(rule)) throw new TypeError('Keycloak cannot express the rule');
    const clientId = clientIdOf(clientPrefix, rule.id);
    const known = await this.find(orgId, rule.id);
    const audience = this.settings.audience ?? known?.tokenAudience;
    if (audience === undefined) throw new TypeError('the settings name no audience for new clients');
    const body = trustRuleRepresentation(orgId, rule, { realm, clientId, audience });
    if (known === undefined) await this.checkIssuer(rule);
    if (known !== undefined || !(await this.create(body))) await this.replace(orgId, rule.id, body);
    return { clientId };
  }

  override async remove(orgId: string, id: string): Promise<void> {
    const found = await this.find(orgId, id);
    if (found === undefined) return;
    await this.api.call(
      { method: 'DELETE', path: `/clients/${found.internalId}` },
      { 204: done, 404: noClient },
    );
  }

  override lastRefusals(): Promise<ReadonlyMap<string, TrustRefusal>> {
    return Promise.resolve(new Map());
  }

  override async try(
    orgId: string,
    id: string,
    assertion: string,
  ): Promise<readonly TriedCondition[] | undefined> {
    const found = await this.find(orgId, id);
    if (found === undefined) return undefined;
    const conditions = checkedConditions(found.rule, contentOf(assertion), {
      now: new Date(),
      address: undefined,
    });
    return [{ condition: 'signature', holds: undefined }, ...conditions];
  }

  /** An issuer that was removed since does not prevent a change of its rules, which get no tokens. */
  private async checkIssuer(rule: ExpressibleRule): Promise<void> {
    const path = `/identity-provider/instances/${workloadIssuerAlias(rule.issuer)}`;
    const found = workloadIssuer.transform((issuer) => problemOfIssuer(issuer, rule, this.audience));
    const problem = await this.api.call<string | undefined>(
      { method: 'GET', path },
      { 200: found, 403: unprepared, 404: unprepared },
    );
    if (problem !== undefined) throw new TrustRuleRefused(problem);
  }

  private create(body: Representation): Promise<boolean> {
    return this.api.call({ method: 'POST', path: '/clients', body }, { 201: done, 409: conflict });
  }

  private async replace(orgId: string, id: string, body: Representation): Promise<void> {
    const found = await this.find(orgId, id);
    if (found === undefined) {
      throw new TrustRuleRefused(
        'The issuer and subject are those of another rule, and Keycloak allows one.',
      );
    }
    const isDone = await this.api.call(
      { method: 'PUT', path: `/clients/${found.internalId}`, body },
      { 204: done, 404: noClient },
    );
    if (isDone) return;
    throw new IdentityProviderUnavailable({ cause: new Error('the rule was deleted at the same time') });
  }

  /** Undefined unless the organization has the rule. */
  private async find(orgId: string, id: string): Promise<FoundRule | undefined> {
    if (!uuid.safeParse(id).success) return undefined;
    const clientId = clientIdOf(this.settings.clientPrefix, id);
    const query = new URLSearchParams({ clientId });
    const [client] = await this.api.call(
      { method: 'GET', path: `/clients?${query.toString()}` },
      { 200: z.array(clientRepresentation.extend({ clientId: z.literal(clientId) })).max(1) },
    );
    return client && ruleOfClient(client, orgId);
  }
}

function isExpressible(rule: ProvidedTrustRule): rule is ExpressibleRule {
  return problemOfRule(rule) === undefined;
}

/** The header's type and the claims of an assertion, without a look at its signature. */
function contentOf(assertion: string): SignedAssertion {
  const [header = '', claims = ''] = assertion
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('utf8'));
  return { type: claimsOfText(header)?.typ, claims };
}
