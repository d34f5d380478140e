import { CurrentOrgCaller, type OrgCaller, RequirePermission } from '@governance/auth-guards';
import { PageQuery, QueryPipe } from '@governance/http';
import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { AuditEventListResponse } from './audit-event.dto';
import { AuditEventsQuery } from './audit-events-query.dto';
import { AuditEventsService } from './audit-events.service';
import { AuditProofService } from './audit-proof.service';
import { ExportQuery } from './export-query.dto';
import { ProofQuery } from './proof-query.dto';
import {
  DescribeExportAuditEvents,
  DescribeExportAuditProof,
  DescribeListAuditEvents,
} from './audit-event.openapi';

/** The writes of the caller's organization, and the refused ones (decisions 3: members, invitations, audit). */
@Controller('iam/audit-events')
export class AuditEventsController {
  constructor(
    private readonly events: AuditEventsService,
    private readonly proofs: AuditProofService,
  ) {}

  @Get()
  @RequirePermission('org:audit:read')
  @DescribeListAuditEvents
  async list(
    @CurrentOrgCaller() caller: OrgCaller,
    @Query(new QueryPipe(AuditEventsQuery, 'ignore')) filter: AuditEventsQuery,
    @Query(new QueryPipe(PageQuery, 'ignore')) page: PageQuery,
  ): Promise<AuditEventListResponse> {
    const asked = { filter: filter.toFilterRequest(), page: page.toInput() };
    return new AuditEventListResponse(await this.events.list(caller, asked));
  }

  @Get('export')
  @RequirePermission('org:audit:read')
  @DescribeExportAuditEvents
  async export(
    @CurrentOrgCaller() caller: OrgCaller,
    @Query(new QueryPipe(AuditEventsQuery, 'ignore')) filter: AuditEventsQuery,
    @Query(new QueryPipe(ExportQuery, 'ignore')) query: ExportQuery,
  ): Promise<StreamableFile> {
    const format = query.toFormat();
    const { stream, type } = await this.events.export(caller, { filter: filter.toFilterRequest(), format });
    return new StreamableFile(stream, { type, disposition: `attachment; filename="audit-events.${format}"` });
  }

  @Get('proof')
  @RequirePermission('org:audit:read')
  @DescribeExportAuditProof
  async prove(
    @CurrentOrgCaller() caller: OrgCaller,
    @Query(new QueryPipe(ProofQuery, 'ignore')) query: ProofQuery,
  ): Promise<StreamableFile> {
    const disposition = 'attachment; filename="audit-proof.jsonl"';
    const type = 'application/jsonl; charset=utf-8';
    return new StreamableFile(await this.proofs.export(caller, query.toSince()), { type, disposition });
  }
}
