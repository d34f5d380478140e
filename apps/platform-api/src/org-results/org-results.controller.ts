import { CurrentOrgCaller, type OrgCaller, RequirePermission, StepUp } from '@governance/auth-guards';
import { CurrentWrite, PageQuery, QueryPipe, SerializeAs } from '@governance/http';
import { type AuditContext } from '@governance/iam';
import { Body, Controller, Delete, Get, Param, Post, Query, StreamableFile } from '@nestjs/common';
import { emptyToUndefined } from '../optional-member.decorator';
import { AttachResultRequest } from './attach-result.dto';
import { OrgResultListResponse, OrgResultResponse } from './org-result.dto';
import { orgResultsCsv } from './org-results-csv';
import { OrgResultsQuery } from './org-results-query.dto';
import {
  DescribeAttachResult,
  DescribeDetachResult,
  DescribeExportResults,
  DescribeGetResult,
  DescribeListResults,
} from './org-results.openapi';
import { OrgResultsService } from './org-results.service';

/** The assessment results that the caller's organization has attached (ADR 71). */
@Controller('org/results')
export class OrgResultsController {
  constructor(private readonly results: OrgResultsService) {}

  @Get()
  @RequirePermission('org:results:read')
  @SerializeAs(OrgResultListResponse)
  @DescribeListResults
  async list(
    @CurrentOrgCaller() caller: OrgCaller,
    @Query(new QueryPipe(OrgResultsQuery, 'ignore')) filter: OrgResultsQuery,
    @Query(new QueryPipe(PageQuery, 'ignore')) page: PageQuery,
  ): Promise<OrgResultListResponse> {
    const asked = { filter: filter.toFilterRequest(), page: page.toInput() };
    return new OrgResultListResponse(await this.results.list(caller, asked));
  }

  @Get('export')
  @RequirePermission('org:results:read')
  @DescribeExportResults
  async export(
    @CurrentOrgCaller() caller: OrgCaller,
    @Query(new QueryPipe(OrgResultsQuery, 'ignore')) filter: OrgResultsQuery,
  ): Promise<StreamableFile> {
    const file = orgResultsCsv(await this.results.export(caller, filter.toFilterRequest()));
    const disposition = 'attachment; filename="results.csv"';
    return new StreamableFile(Buffer.from(file), { type: 'text/csv; charset=utf-8', disposition });
  }

  @Get(':resultId')
  @RequirePermission('org:results:read')
  @SerializeAs(OrgResultResponse)
  @DescribeGetResult
  async get(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('resultId') id: string,
  ): Promise<OrgResultResponse> {
    return new OrgResultResponse(await this.results.get(caller, id));
  }

  @Post()
  @RequirePermission('org:results:write')
  @StepUp('org-results:attach')
  @SerializeAs(OrgResultResponse)
  @DescribeAttachResult
  async attach(
    @CurrentOrgCaller() caller: OrgCaller,
    @Body() { capability, client_id: client }: AttachResultRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<OrgResultResponse> {
    const clientId = emptyToUndefined(client);
    return new OrgResultResponse(await this.results.attach(caller, { capability, clientId }, write));
  }

  @Delete(':resultId')
  @RequirePermission('org:results:write')
  @StepUp('org-results:detach')
  @DescribeDetachResult
  async detach(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('resultId') id: string,
    @CurrentWrite() write: AuditContext,
  ): Promise<void> {
    await this.results.detach(caller, id, write);
  }
}
