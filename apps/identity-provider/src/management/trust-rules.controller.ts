import { contract } from '@governance/identity-provider-client';
import { Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { type StoredTrustRule, TrustRulesStore } from '../trust-rules/trust-rules.store';
import { Answer } from './answer.decorator';
import { type Checked, CheckedBody, idPipe } from './checked';
import { found } from './found';
import { ManagementRoutes } from './management-routes.decorator';

type ShownTrustRule = Checked<typeof contract.trustRuleResponse>;

/** Which assertions of workloads get tokens, by the id that the caller chose. */
@ManagementRoutes('organizations/:orgId/trust-rules')
export class TrustRulesController {
  constructor(private readonly rules: TrustRulesStore) {}

  @Get()
  @Answer(contract.trustRuleListResponse)
  async list(
    @Param('orgId', idPipe) orgId: string,
  ): Promise<{ readonly trustRules: readonly ShownTrustRule[] }> {
    return { trustRules: (await this.rules.list(orgId)).map(shown) };
  }

  @Get(':ruleId')
  @Answer(contract.trustRuleResponse)
  async get(
    @Param('orgId', idPipe) orgId: string,
    @Param('ruleId', idPipe) id: string,
  ): Promise<ShownTrustRule> {
    return shown(found(await this.rules.find(orgId, id)));
  }

  /** Creates or replaces a rule, which keeps its `clientId`. */
  @Put(':ruleId')
  @Answer(contract.trustRuleResponse)
  async put(
    @Param('orgId', idPipe) orgId: string,
    @Param('ruleId', idPipe) id: string,
    @CheckedBody(contract.putTrustRuleRequest) body: Checked<typeof contract.putTrustRuleRequest>,
  ): Promise<ShownTrustRule> {
    return shown(found(await this.rules.put(orgId, id, body)));
  }

  /** The rule gets no further tokens when this resolves. */
  @Delete(':ruleId')
  @HttpCode(204)
  async remove(@Param('orgId', idPipe) orgId: string, @Param('ruleId', idPipe) id: string): Promise<void> {
    await this.rules.remove(orgId, id);
  }
}

function shown(rule: StoredTrustRule): ShownTrustRule {
  const { subject = null, allowedNetworks = null, expiresAt = null, keySet } = rule;
  const keyIds = keySet?.keys.map(({ kid }) => kid) ?? null;
  return { ...rule, subject, allowedNetworks, expiresAt, keyIds };
}
