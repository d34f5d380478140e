import { type OrgCaller } from '@governance/auth-guards';
import { ListPages, type Page, type PageInput } from '@governance/http';
import {
  type AuditContext,
  AuditTrail,
  IdentityProviderUnavailable,
  type StoredTrustRule,
  type TriedCondition,
  type TrustRefusal,
  TrustRuleDirectory,
  TrustRuleStore,
} from '@governance/iam';
import { asUuid, Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { notAtProvider, unknownRule } from './trust-rule-problems';

/** A rule with its last refusal, if one is known. */
export interface ShownTrustRule extends StoredTrustRule {
  readonly lastRefusal: TrustRefusal | undefined;
}

/** The trust rules of the caller's organization (ADR 66). Refusals are a `Problem` or a `RuleViolation`. */
@Injectable()
export class TrustRulesService {
  constructor(
    private readonly store: TrustRuleStore,
    private readonly directory: TrustRuleDirectory,
    private readonly pages: ListPages,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async list({ orgId }: OrgCaller, input: PageInput): Promise<Page<ShownTrustRule>> {
    const rules = this.store.forOrg(orgId);
    const page = await this.pages.read(input, {
      orgId,
      name: 'trust-rules',
      read: (asked) => rules.list(asked),
    });
    const refusals = await this.refusals(orgId);
    return {
      ...page,
      entries: page.entries.map((rule) => ({ ...rule, lastRefusal: refusals.get(rule.id) })),
    };
  }

  async get({ orgId }: OrgCaller, id: string): Promise<ShownTrustRule> {
    const rule = await this.store.forOrg(orgId).find(checkedRuleId(id));
    if (rule === undefined) throw unknownRule();
    return { ...rule, lastRefusal: (await this.refusals(orgId)).get(rule.id) };
  }

  /** The assertion is neither stored nor logged. */
  async try(
    { orgId }: OrgCaller,
    id: string,
    { assertion, write }: { readonly assertion: string; readonly write: AuditContext },
  ): Promise<readonly TriedCondition[]> {
    const target = checkedRuleId(id);
    if ((await this.store.forOrg(orgId).find(target)) === undefined) throw unknownRule();
    const tried = await this.directory.try(orgId, target, assertion);
    if (tried === undefined) throw notAtProvider();
    await this.audit.append({
      ...write,
      target,
      at: this.clock.now(),
      outcome: 'done',
      reason: tried.find(({ holds }) => holds === false)?.condition,
    });
    return tried;
  }

  /** Rules can be read and deleted while the provider is unavailable. */
  private async refusals(orgId: string): Promise<ReadonlyMap<string, TrustRefusal>> {
    try {
      return await this.directory.lastRefusals(orgId);
    } catch (error) {
      if (error instanceof IdentityProviderUnavailable) return new Map();
      throw error;
    }
  }
}

/** The id of a path in stored form. A malformed id matches nothing. */
export function checkedRuleId(id: string): string {
  const known = asUuid(id);
  if (known === undefined) throw unknownRule();
  return known;
}
