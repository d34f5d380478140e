import { CurrentOrgCaller, type OrgCaller, RequirePermission, StepUp } from '@governance/auth-guards';
import { CurrentWrite, PageQuery, QueryPipe, SerializeAs } from '@governance/http';
import { type AuditContext } from '@governance/iam';
import { Body, Controller, Delete, Get, Param, Post, Query, Res, UseInterceptors } from '@nestjs/common';
import { type Response } from 'express';
import { OptionalBody } from '../optional-body.interceptor';
import { PlatformAddress } from '../platform-address';
import { CampaignClientListResponse } from './campaign-client.dto';
import {
  DescribeCloseCampaign,
  DescribeCreateCampaign,
  DescribeDeleteCampaign,
} from './campaign-changes.openapi';
import { CampaignListResponse, CampaignResponse, CreatedCampaignResponse } from './campaign.dto';
import { DescribeGetCampaign, DescribeListCampaignClients, DescribeListCampaigns } from './campaign.openapi';
import { CampaignsQuery } from './campaigns-query.dto';
import { CampaignsService } from './campaigns.service';
import { CloseCampaignRequest } from './close-campaign.dto';
import { CreateCampaignRequest } from './create-campaign.dto';

/** The questionnaires that the caller's organization has sent to clients (ADR 72). */
@Controller('org/campaigns')
export class CampaignsController {
  constructor(
    private readonly campaigns: CampaignsService,
    private readonly address: PlatformAddress,
  ) {}

  @Get()
  @RequirePermission('org:clients:read')
  @SerializeAs(CampaignListResponse)
  @DescribeListCampaigns
  async list(
    @CurrentOrgCaller() caller: OrgCaller,
    @Query(new QueryPipe(CampaignsQuery, 'ignore')) { client_id: clientId }: CampaignsQuery,
    @Query(new QueryPipe(PageQuery, 'ignore')) page: PageQuery,
  ): Promise<CampaignListResponse> {
    const asked = { clientId, page: page.toInput() ?? firstPage };
    return new CampaignListResponse(await this.campaigns.list(caller, asked));
  }

  @Get(':campaignId')
  @RequirePermission('org:clients:read')
  @SerializeAs(CampaignResponse)
  @DescribeGetCampaign
  async get(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('campaignId') id: string,
  ): Promise<CampaignResponse> {
    return new CampaignResponse(await this.campaigns.get(caller, id));
  }

  @Get(':campaignId/clients')
  @RequirePermission('org:clients:read')
  @SerializeAs(CampaignClientListResponse)
  @DescribeListCampaignClients
  async clients(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('campaignId') id: string,
    @Query(new QueryPipe(PageQuery, 'ignore')) page: PageQuery,
  ): Promise<CampaignClientListResponse> {
    return new CampaignClientListResponse(
      await this.campaigns.clients(caller, id, page.toInput() ?? firstPage),
    );
  }

  @Post()
  @RequirePermission('org:clients:write')
  @StepUp('org-campaigns:create')
  @SerializeAs(CreatedCampaignResponse)
  @DescribeCreateCampaign
  async create(
    @CurrentOrgCaller() caller: OrgCaller,
    @Body() body: CreateCampaignRequest,
    @CurrentWrite() write: AuditContext,
    @Res({ passthrough: true }) res: Response,
  ): Promise<CreatedCampaignResponse> {
    const { campaign, leftOut } = await this.campaigns.create(caller, body.toInput(), write);
    res.location(`${this.address.baseUrl}/org/campaigns/${campaign.id}`);
    return new CreatedCampaignResponse(campaign, leftOut);
  }

  @Post(':campaignId/close')
  @RequirePermission('org:clients:write')
  @StepUp('org-campaigns:close')
  @SerializeAs(CampaignResponse)
  @DescribeCloseCampaign
  @UseInterceptors(OptionalBody)
  async close(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('campaignId') id: string,
    @Body() _body: CloseCampaignRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<CampaignResponse> {
    return new CampaignResponse(await this.campaigns.close(caller, id, write));
  }

  @Delete(':campaignId')
  @RequirePermission('org:clients:write')
  @StepUp('org-campaigns:delete')
  @DescribeDeleteCampaign
  async delete(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('campaignId') id: string,
    @CurrentWrite() write: AuditContext,
  ): Promise<void> {
    await this.campaigns.delete(caller, id, write);
  }
}

const firstPage = { limit: undefined, cursor: undefined };
