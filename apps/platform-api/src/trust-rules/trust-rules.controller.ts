import { CurrentOrgCaller, type OrgCaller, RequirePermission, StepUp } from '@governance/auth-guards';
import { CurrentWrite, PageQuery, QueryPipe, SerializeAs } from '@governance/http';
import { type AuditContext } from '@governance/iam';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { type Response } from 'express';
import { ProbeLimits } from '../connections/probe-limits';
import { PlatformAddress } from '../platform-address';
import { CreateTrustRuleRequest } from './create-trust-rule.dto';
import { DescribeGetTrustRule, DescribeListTrustRules } from './trust-rule.openapi';
import {
  DescribeCreateTrustRule,
  DescribeRemoveTrustRule,
  DescribeTryTrustRule,
  DescribeUpdateTrustRule,
} from './trust-rule-changes.openapi';
import { TrustRuleListResponse, TrustRuleResponse } from './trust-rule.dto';
import { TrustRuleEditor } from './trust-rule-editor';
import { TrustRulesService } from './trust-rules.service';
import { TrustRuleTrialResponse } from './trust-rule-trial.dto';
import { TryTrustRuleRequest } from './try-trust-rule.dto';
import { UpdateTrustRuleRequest } from './update-trust-rule.dto';

/** ADR 66: the trust rules of the caller's organization. No machine has the permission to change them. */
@Controller('iam/trust-rules')
export class TrustRulesController {
  constructor(
    private readonly rules: TrustRulesService,
    private readonly editor: TrustRuleEditor,
    private readonly probes: ProbeLimits,
    private readonly address: PlatformAddress,
  ) {}

  @Get()
  @RequirePermission('m2m:trust-rules:read')
  @SerializeAs(TrustRuleListResponse)
  @DescribeListTrustRules
  async list(
    @CurrentOrgCaller() caller: OrgCaller,
    @Query(new QueryPipe(PageQuery, 'ignore')) query: PageQuery,
  ): Promise<TrustRuleListResponse> {
    return new TrustRuleListResponse(await this.rules.list(caller, query.toInput() ?? firstPage));
  }

  @Get(':ruleId')
  @RequirePermission('m2m:trust-rules:read')
  @SerializeAs(TrustRuleResponse)
  @DescribeGetTrustRule
  async get(@CurrentOrgCaller() caller: OrgCaller, @Param('ruleId') id: string): Promise<TrustRuleResponse> {
    return new TrustRuleResponse(await this.rules.get(caller, id));
  }

  @Post()
  @RequirePermission('m2m:trust-rules:write')
  @StepUp('trust-rules:create')
  @SerializeAs(TrustRuleResponse)
  @DescribeCreateTrustRule
  async create(
    @CurrentOrgCaller() caller: OrgCaller,
    @Body() body: CreateTrustRuleRequest,
    @CurrentWrite() write: AuditContext,
    @Res({ passthrough: true }) res: Response,
  ): Promise<TrustRuleResponse> {
    const rule = await this.editor.create(caller, body.toInput(), write);
    res.location(`${this.address.baseUrl}/iam/trust-rules/${rule.id}`);
    return new TrustRuleResponse(rule);
  }

  @Patch(':ruleId')
  @RequirePermission('m2m:trust-rules:write')
  @StepUp('trust-rules:update')
  @SerializeAs(TrustRuleResponse)
  @DescribeUpdateTrustRule
  async update(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('ruleId') id: string,
    @Body() body: UpdateTrustRuleRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<TrustRuleResponse> {
    const { id: known } = await this.editor.update(caller, id, { edit: body.toInput(), write });
    return new TrustRuleResponse(await this.rules.get(caller, known));
  }

  @Delete(':ruleId')
  @RequirePermission('m2m:trust-rules:write')
  @StepUp('trust-rules:remove')
  @DescribeRemoveTrustRule
  async remove(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('ruleId') id: string,
    @CurrentWrite() write: AuditContext,
  ): Promise<void> {
    await this.editor.remove(caller, id, write);
  }

  /** Changes nothing, but the provider requests the keys of an issuer that an admin has named. */
  @Post(':ruleId/try')
  @RequirePermission('m2m:trust-rules:write')
  @StepUp('trust-rules:try')
  @SerializeAs(TrustRuleTrialResponse)
  @DescribeTryTrustRule
  async try(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('ruleId') id: string,
    @Body() body: TryTrustRuleRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<TrustRuleTrialResponse> {
    await this.probes.count('trust-rules:try', caller);
    const assertion = body.toAssertion();
    return new TrustRuleTrialResponse(await this.rules.try(caller, id, { assertion, write }));
  }
}

/** Paged by default, as service identities are. */
const firstPage = { limit: undefined, cursor: undefined };
