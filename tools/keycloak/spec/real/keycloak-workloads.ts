import { type ProvidedTrustRule, type TrustRule } from '@governance/iam';
import { KeycloakTrustRuleDirectory } from '@governance/identity-provider-client';
import { callHttp, type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import {
  type Claims,
  commonClaims,
  type Signing,
  startWorkloadIssuer,
  type WorkloadIssuer,
} from '../../../../apps/identity-provider/e2e/support/workload-issuer';
import { createTestRealm, type TestRealm } from './test-realm';

/** A rule with the client that Keycloak has for it. */
export type Rule = ProvidedTrustRule & { readonly clientId: string };

/** A realm with two issuers of workloads, and the adapter. */
export class KeycloakWorkloads {
  readonly directory: KeycloakTrustRuleDirectory;

  private constructor(
    readonly realm: TestRealm,
    /** Its assertions are used until they expire. */
    readonly platform: WorkloadIssuer,
    /** Its assertions are used once. */
    readonly jobs: WorkloadIssuer,
  ) {
    this.directory = new KeycloakTrustRuleDirectory({ ...realm.settings, issuer: realm.issuer });
  }

  static async open(): Promise<KeycloakWorkloads> {
    const [platform, jobs] = [await startWorkloadIssuer(), await startWorkloadIssuer()];
    return new KeycloakWorkloads(await createTestRealm(...issuerOptions(platform, jobs)), platform, jobs);
  }

  /** The options that prepared the realm. */
  get options(): string[] {
    return issuerOptions(this.platform, this.jobs);
  }

  /** By default of `platform`, for a workload of its own. */
  async addRule(changes: Partial<ProvidedTrustRule> = {}, orgId = 'org_acme'): Promise<Rule> {
    const rule: ProvidedTrustRule = {
      id: randomUUID(),
      name: 'Nightly backup',
      permissions: new Set(['m2m:credentials:read'] as const),
      preset: 'oidc',
      issuer: this.platform.issuer,
      audience: this.realm.issuer,
      subject: `workload-${randomUUID()}`,
      conditions: [],
      singleUse: false,
      allowedNetworks: undefined,
      keySet: undefined,
      expiresAt: undefined,
      ...changes,
    };
    return { ...rule, ...(await this.directory.put(orgId, rule)) };
  }

  /** The claims of the workload of a rule. */
  claimsOf({ issuer, subject }: TrustRule): Claims {
    return { ...commonClaims(issuer, this.realm.issuer), sub: subject };
  }

  /** An assertion of the workload of a rule. */
  sign(rule: TrustRule, changes: Claims = {}, signing?: Signing): Promise<string> {
    const signer = rule.issuer === this.jobs.issuer ? this.jobs : this.platform;
    return signer.sign({ ...this.claimsOf(rule), ...changes }, signing);
  }

  /** As docs/keycloak.md shows it. */
  exchange({ clientId }: Pick<Rule, 'clientId'>, assertion: string): Promise<HttpAnswer> {
    return this.requestToken({
      client_id: clientId,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    });
  }

  requestToken(form: Readonly<Record<string, string>>): Promise<HttpAnswer> {
    return callHttp(`${this.realm.issuer}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', ...form }),
    });
  }

  /** The status of an exchange, which gives a token or none. */
  async statusOf(rule: Pick<Rule, 'clientId'>, assertion: string): Promise<number> {
    const { status, body } = await this.exchange(rule, assertion);
    if (Object.hasOwn(body, 'access_token') !== (status === 200)) throw new Error(`a token with ${status}`);
    return status;
  }

  async close(): Promise<void> {
    await this.realm.remove();
    await Promise.all([this.platform.close(), this.jobs.close()]);
  }
}

function issuerOptions(platform: WorkloadIssuer, jobs: WorkloadIssuer): string[] {
  return ['--workload-issuer', platform.issuer, '--workload-issuer-once', jobs.issuer];
}
