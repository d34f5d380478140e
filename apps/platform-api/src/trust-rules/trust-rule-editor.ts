import { type OrgCaller } from '@governance/auth-guards';
import {
  type AuditContext,
  checkKeySet,
  IdentityProviderUnavailable,
  mostTrustRules,
  type StoredTrustRule,
  TrustRuleChanges,
  type TrustRuleEdit,
  TrustRuleRefused,
  TrustRuleStore,
  unknownServiceIdentity,
} from '@governance/iam';
import { checkName, Problem, RuleViolation, Unavailable } from '@governance/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { ManagedIssuer } from '../managed-issuer';
import { ProviderChanges } from '../provider-changes/provider-changes';
import { type TrustRuleCreation, TrustRuleDrafts } from './trust-rule-drafts';
import { formerProvider, tooManyRules, unknownRule } from './trust-rule-problems';
import { checkedRuleId, type ShownTrustRule } from './trust-rules.service';

/** The members to change. An absent one keeps its value. */
export interface TrustRuleEditRequest {
  readonly name: string | undefined;
  readonly keySet: object | undefined;
}

/** Writes of trust rules, in our database and at the identity provider. Refusals are a `Problem` or a `RuleViolation`. */
@Injectable()
export class TrustRuleEditor {
  private readonly logger = new Logger('TrustRules');

  constructor(
    private readonly store: TrustRuleStore,
    private readonly drafts: TrustRuleDrafts,
    private readonly rules: TrustRuleChanges,
    private readonly changes: ProviderChanges,
    private readonly managed: ManagedIssuer,
  ) {}

  /** After a 503 the rule does not exist, or soon will not. */
  async create(caller: OrgCaller, request: TrustRuleCreation, write: AuditContext): Promise<ShownTrustRule> {
    const asked = await this.drafts.draftOf(caller, request);
    const { orgId } = caller;
    const { id: target } = asked;
    const change = { kind: 'put-trust-rule', ruleId: target } as const;
    return this.changes.make(caller, { change, write, target }, async (revision) => {
      const draft = { ...asked, revision };
      const begun = await this.store.forOrg(orgId).begin(draft);
      if (begun === 'full') throw tooManyRules(mostTrustRules);
      if (begun === 'no-identity') throw new Problem('invalid', unknownServiceIdentity().message);
      const rule = await this.rules.create(orgId, draft).catch(asRefusal);
      // A reconciler considered this process dead and undid the creation.
      if (rule === undefined) throw new IdentityProviderUnavailable();
      return { result: { ...rule, lastRefusal: undefined } };
    });
  }

  /** After a 503 the change holds here, and a reconciler makes it at the provider. */
  async update(
    caller: OrgCaller,
    id: string,
    { edit, write }: { readonly edit: TrustRuleEditRequest; readonly write: AuditContext },
  ): Promise<StoredTrustRule> {
    const rule = await this.existing(caller, id);
    if (rule.provider !== this.managed.issuer) throw formerProvider();
    const checked = checkedEdit(rule, edit);
    const { id: target } = rule;
    const { orgId } = caller;
    const change = { kind: 'put-trust-rule', ruleId: target } as const;
    return this.changes.make(caller, { change, write, target }, async (revision) => {
      const changed = await this.rules.update({ orgId, id: target }, { ...checked, revision });
      if (changed === undefined) throw unknownRule();
      const parts = [...(edit.name === undefined ? [] : ['name']), ...(edit.keySet ? ['key_set'] : [])];
      return { result: changed, reason: parts.join() || undefined };
    });
  }

  /** When this resolves, tokens of the rule are refused, even if the identity provider was unavailable. */
  async remove(caller: OrgCaller, id: string, write: AuditContext): Promise<void> {
    const { id: target } = await this.existing(caller, id);
    const { orgId } = caller;
    const change = { kind: 'remove-trust-rule', ruleId: target } as const;
    let isDeleted = false;
    const removal = this.changes.make(caller, { change, write, target }, async () => {
      const existed = await this.rules.remove({ orgId, id: target }, () => {
        isDeleted = true;
      });
      if (!existed) throw unknownRule();
      return { result: undefined };
    });
    await removal.catch((error: unknown) => {
      if (!isDeleted || !(error instanceof Unavailable)) throw error;
      this.logger.warn({
        msg: 'trust rule left at the identity provider, the reconciler retries',
        err: error,
      });
    });
  }

  private async existing({ orgId }: OrgCaller, id: string): Promise<StoredTrustRule> {
    const rule = await this.store.forOrg(orgId).find(checkedRuleId(id));
    if (rule === undefined) throw unknownRule();
    return rule;
  }
}

/** The provider's state decides: it keeps nothing of the rule. */
function asRefusal(error: unknown): never {
  throw error instanceof TrustRuleRefused ? new Problem('invalid', error.reason) : error;
}

/** Throws a `RuleViolation`. Whose keys are trusted never changes: a rule without uploaded keys gets none. */
function checkedEdit(
  { keySet: before }: StoredTrustRule,
  { name, keySet }: TrustRuleEditRequest,
): Omit<TrustRuleEdit, 'revision'> {
  if (keySet !== undefined && before === undefined) {
    throw new RuleViolation('key_set is for rules that were created with one');
  }
  return {
    name: name === undefined ? undefined : checkName('name', name),
    keySet: keySet && checkKeySet(keySet),
  };
}
