import { type PlatformClient } from '@governance/client';
import { type ConsoleSession, type Permission, type TrustPreset } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { ConsoleApi } from '../console-api';
import { ConsolePermissions } from '../console-permissions';
import { identityChoices, type IdentityChoices } from '../service-identities/identity-choices';
import { changesOf, checkChangedRule, checkNewRule, newRuleOf } from './trust-rule-form';
import { identityNames } from './trust-rule-list';
import { trialView, type TrialView } from './trust-rule-trial-view';
import { detailsOf, type TrustRule, type TrustRuleDetails } from './trust-rule-view';

const writes: Permission = 'm2m:trust-rules:write';

/** The provider may request the discovery document and the keys of the issuer, each for five seconds. */
const trialMs = 20_000;

/** The trust rules of the organization, as the API gives them to this person. */
@Injectable()
export class ConsoleTrustRules {
  constructor(
    private readonly api: ConsoleApi,
    private readonly permissions: ConsolePermissions,
    private readonly clock: Clock,
  ) {}

  async details(session: ConsoleSession, id: string): Promise<{ rule: TrustRuleDetails; mayWrite: boolean }> {
    const client = this.api.clientOf(session);
    const [permissions, rule, names] = await Promise.all([
      this.permissions.of(session),
      ruleOf(client, id),
      identityNames(client),
    ]);
    return { rule: detailsOf(rule, this.clock.now(), names), mayWrite: permissions.has(writes) };
  }

  /** @throws Problem if the person may not change trust rules, or there is no such rule. */
  async detailsToChange(session: ConsoleSession, id: string): Promise<TrustRuleDetails> {
    await this.requireWrite(session);
    return (await this.details(session, id)).rule;
  }

  /** @throws Problem if the person may not change trust rules. */
  requireWrite(session: ConsoleSession): Promise<void> {
    return this.permissions.require(session, writes);
  }

  /** As `requireWrite`. */
  async choices(session: ConsoleSession): Promise<IdentityChoices> {
    await this.requireWrite(session);
    return identityChoices(this.api.clientOf(session));
  }

  create(session: ConsoleSession, form: URLSearchParams, preset: TrustPreset): Promise<TrustRule> {
    checkNewRule(form, preset);
    const body = newRuleOf(form, preset, this.clock.now());
    return this.api.clientOf(session).post('/iam/trust-rules', { body });
  }

  async change(session: ConsoleSession, id: string, form: URLSearchParams): Promise<void> {
    checkChangedRule(form);
    const client = this.api.clientOf(session);
    const body = changesOf(form, await ruleOf(client, id));
    if (Object.keys(body).length === 0) return;
    await client.patch('/iam/trust-rules/{ruleId}', { path: { ruleId: id }, body });
  }

  /** The token is in the request to the API, and nowhere else. */
  async try(
    session: ConsoleSession,
    id: string,
    token: string,
  ): Promise<TrialView & { readonly name: string }> {
    const client = this.api.clientOf(session);
    const path = { ruleId: id };
    const trial = await client.post('/iam/trust-rules/{ruleId}/try', {
      path,
      body: { token },
      timeoutMs: trialMs,
    });
    const rule = await ruleOf(client, id);
    return { name: rule.name, ...trialView(rule, trial) };
  }

  async remove(session: ConsoleSession, id: string): Promise<void> {
    await this.api.clientOf(session).delete('/iam/trust-rules/{ruleId}', { path: { ruleId: id } });
  }
}

function ruleOf(client: PlatformClient, id: string): Promise<TrustRule> {
  return client.get('/iam/trust-rules/{ruleId}', { path: { ruleId: id } });
}
