import { type OrgCaller } from '@governance/auth-guards';
import {
  checkIdentityChoice,
  checkKeySet,
  checkTrustRule,
  CredentialStore,
  parseRfc3339,
  type ProvidedTrustRule,
  TrustRuleDirectory,
  type TrustRuleDraft,
  type TrustRuleRequest,
} from '@governance/iam';
import { checkName, Clock, RuleViolation } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { chosenServiceIdentity } from '../m2m-credentials/chosen-service-identity';
import { ManagedIssuer } from '../managed-issuer';

/** A request to create a rule. Types are checked; null and "" count as absent. */
export interface TrustRuleCreation extends Omit<TrustRuleRequest, 'expiresAt'> {
  readonly name: string;
  readonly serviceIdentityId: string | undefined;
  readonly permissions: readonly string[] | undefined;
  readonly keySet: object | undefined;
  readonly expiresAt: string | undefined;
}

/** Makes rules from requests, as far as the caller and the identity provider permit. */
@Injectable()
export class TrustRuleDrafts {
  constructor(
    private readonly credentials: CredentialStore,
    private readonly directory: TrustRuleDirectory,
    private readonly clock: Clock,
    private readonly managed: ManagedIssuer,
  ) {}

  /** Throws a `RuleViolation`, or a `Problem` (403) for permissions that the caller lacks. */
  async draftOf(
    caller: OrgCaller,
    request: TrustRuleCreation,
  ): Promise<Omit<TrustRuleDraft, 'revision'> & ProvidedTrustRule> {
    const now = this.clock.now();
    const name = checkName('name', request.name);
    const choice = checkIdentityChoice(request);
    const asked = { ...request, expiresAt: timeOf(request.expiresAt) };
    const rule = checkTrustRule(asked, { now, audience: this.directory.audience });
    const keySet = request.keySet && checkKeySet(request.keySet);
    const credentials = this.credentials.forOrg(caller.orgId);
    const { serviceIdentity, permissions } = await chosenServiceIdentity(caller, choice, credentials);
    const draft = { ...rule, id: randomUUID(), name, keySet, permissions };
    const refusal = this.directory.refusalOf(draft);
    if (refusal !== undefined) throw new RuleViolation(refusal);
    return { ...draft, serviceIdentity, provider: this.managed.issuer, createdAt: now };
  }
}

function timeOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = parseRfc3339(text);
  if (time === undefined) throw new RuleViolation('expires_at must be an RFC 3339 timestamp');
  return time;
}
