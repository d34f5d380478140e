import {
  checkedConditions,
  claimsOfText,
  IdentityProviderUnavailable,
  type ProvidedTrustRule,
  type SignedAssertion,
  type TriedCondition,
  type TrustRefusal,
  type TrustRule,
  TrustRuleDirectory,
  TrustRuleRefused,
} from '@governance/iam';
import * as z from 'zod';
import { conflict, done, noClient } from './admin-answers';
import { AdminApi } from './admin-api';
import { clientRepresentation } from './client-representation';
import { type KeycloakSettings } from './keycloak-settings';
import {
  clientIdOf,
  type ExpressibleRule,
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
    const { audience, clientPrefix } = this.settings;
    if (audience === undefined) throw new TypeError('the settings name no audience for new clients');
    if (!uuid.safeParse(rule.id).success) throw new TypeError('the id of a rule must be a UUID');
    if (!isExpressible(rule)) throw new TypeError('Keycloak cannot express the rule');
    const clientId = clientIdOf(clientPrefix, rule);
    const body = trustRuleRepresentation(orgId, rule, { clientId, audience });
    const isKnown = (await this.find(orgId, rule.id)) !== undefined;
    if (!isKnown) await this.checkIssuer(rule);
    if (isKnown || !(await this.create(body))) await this.replace(orgId, rule.id, body);
    return { clientId };
  }

  override async remove(orgId: string, id: string): Promise<void> {
    if ((await this.find(orgId, id)) === undefined) return;
    await this.api.call({ method: 'DELETE', path: `/clients/${id}` }, { 204: done, 404: noClient });
  }

  override lastRefusals(): Promise<ReadonlyMap<string, TrustRefusal>> {
    return Promise.resolve(new Map());
  }

  override async try(
    orgId: string,
    id: string,
    assertion: string,
  ): Promise<readonly TriedCondition[] | undefined> {
    const rule = await this.find(orgId, id);
    if (rule === undefined) return undefined;
    const conditions = checkedConditions(rule, contentOf(assertion), { now: new Date(), address: undefined });
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

  private create(body: Readonly<Record<string, unknown>>): Promise<boolean> {
    return this.api.call({ method: 'POST', path: '/clients', body }, { 201: done, 409: conflict });
  }

  private async replace(orgId: string, id: string, body: Readonly<Record<string, unknown>>): Promise<void> {
    if ((await this.find(orgId, id)) === undefined) {
      throw new TrustRuleRefused(
        'The issuer and subject are those of another rule, and Keycloak allows one.',
      );
    }
    const isDone = await this.api.call(
      { method: 'PUT', path: `/clients/${id}`, body },
      { 204: done, 404: noClient },
    );
    if (isDone) return;
    throw new IdentityProviderUnavailable({ cause: new Error('the rule was deleted at the same time') });
  }

  /** Undefined for a client that is not the one of a rule of this organization. */
  private async find(orgId: string, id: string): Promise<TrustRule | undefined> {
    if (!uuid.safeParse(id).success) return undefined;
    const found = clientRepresentation.extend({ id: z.literal(id) });
    return this.api.call<TrustRule | undefined>(
      { method: 'GET', path: `/clients/${id}` },
      {
        200: found.transform((client) => ruleOfClient(client, orgId, this.settings.clientPrefix)),
        404: noClient.transform(() => undefined),
      },
    );
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
