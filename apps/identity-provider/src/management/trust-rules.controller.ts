import { contract } from '@governance/identity-provider-client';
import { Clock } from '@governance/kernel';
import { Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { AssertionJudge } from '../oauth/assertion-judge';
import { type ShownTrustRule, TrustRulesStore } from '../trust-rules/trust-rules.store';
import { Answer } from './answer.decorator';
import { type Checked, CheckedBody, idPipe } from './checked';
import { found } from './found';
import { ManagementRoutes } from './management-routes.decorator';

type TrustRuleAnswer = Checked<typeof contract.trustRuleResponse>;

/** Which assertions of workloads get tokens, by the id that the caller chose. */
@ManagementRoutes('organizations/:orgId/trust-rules')
export class TrustRulesController {
  constructor(
    private readonly rules: TrustRulesStore,
    private readonly assertions: AssertionJudge,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Answer(contract.trustRuleListResponse)
  async list(
    @Param('orgId', idPipe) orgId: string,
  ): Promise<{ readonly trustRules: readonly TrustRuleAnswer[] }> {
    return { trustRules: (await this.rules.list(orgId)).map(shown) };
  }

  @Get(':ruleId')
  @Answer(contract.trustRuleResponse)
  async get(
    @Param('orgId', idPipe) orgId: string,
    @Param('ruleId', idPipe) id: string,
  ): Promise<TrustRuleAnswer> {
    return shown(found(await this.rules.find(orgId, id)));
  }

  /** Creates or replaces a rule, which keeps its `clientId`. */
  @Put(':ruleId')
  @Answer(contract.trustRuleResponse)
  async put(
    @Param('orgId', idPipe) orgId: string,
    @Param('ruleId', idPipe) id: string,
    @CheckedBody(contract.putTrustRuleRequest) body: Checked<typeof contract.putTrustRuleRequest>,
  ): Promise<TrustRuleAnswer> {
    return shown(found(await this.rules.put(orgId, id, body)));
  }

  /** What an exchange of the assertion would check. It gets no token, and nothing of it is kept. */
  @Post(':ruleId/try')
  @HttpCode(200)
  @Answer(contract.tryTrustRuleResponse)
  async try(
    @Param('orgId', idPipe) orgId: string,
    @Param('ruleId', idPipe) id: string,
    @CheckedBody(contract.tryTrustRuleRequest) body: Checked<typeof contract.tryTrustRuleRequest>,
  ): Promise<Checked<typeof contract.tryTrustRuleResponse>> {
    const rule = found(await this.rules.find(orgId, id));
    const conditions = await this.assertions.try(rule, body.assertion, this.clock.now());
    return { conditions: conditions.map(({ condition, holds = null }) => ({ condition, holds })) };
  }

  /** The rule gets no further tokens when this resolves. */
  @Delete(':ruleId')
  @HttpCode(204)
  async remove(@Param('orgId', idPipe) orgId: string, @Param('ruleId', idPipe) id: string): Promise<void> {
    await this.rules.remove(orgId, id);
  }
}

function shown(rule: ShownTrustRule): TrustRuleAnswer {
  const { subject = null, allowedNetworks = null, expiresAt = null, keySet } = rule;
  const { lastUsedAt = null, lastRefusal = null } = rule;
  const keyIds = keySet?.keys.map(({ kid }) => kid) ?? null;
  return { ...rule, subject, allowedNetworks, expiresAt, keyIds, lastUsedAt, lastRefusal };
}
