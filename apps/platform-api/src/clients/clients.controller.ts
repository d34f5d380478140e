import { CurrentOrgCaller, type OrgCaller, RequirePermission, StepUp } from '@governance/auth-guards';
import { CurrentWrite, PageQuery, QueryPipe, SerializeAs } from '@governance/http';
import { type AuditContext } from '@governance/iam';
import {
  Body,
  Controller,
  Delete,
  Get,
  Param,
  Patch,
  Post,
  Query,
  Res,
  StreamableFile,
} from '@nestjs/common';
import { type Response } from 'express';
import { PlatformAddress } from '../platform-address';
import { DescribeCreateClient, DescribeDeleteClient, DescribeUpdateClient } from './client-changes.openapi';
import { DescribeExportClients, DescribeImportClients } from './client-files.openapi';
import { ClientImportResponse, ImportClientsRequest } from './client-import.dto';
import { ClientImports } from './client-imports.service';
import { CreateClientRequest, UpdateClientRequest } from './client-details.dto';
import { ClientListResponse, ClientResponse } from './client.dto';
import { DescribeGetClient, DescribeListClients } from './client.openapi';
import { clientsCsv } from './clients-csv';
import { ClientsQuery } from './clients-query.dto';
import { ClientsService } from './clients.service';

/** The companies that the caller's organization assesses (ADR 70). */
@Controller('org/clients')
export class ClientsController {
  constructor(
    private readonly clients: ClientsService,
    private readonly imports: ClientImports,
    private readonly address: PlatformAddress,
  ) {}

  @Get()
  @RequirePermission('org:clients:read')
  @SerializeAs(ClientListResponse)
  @DescribeListClients
  async list(
    @CurrentOrgCaller() caller: OrgCaller,
    @Query(new QueryPipe(ClientsQuery, 'ignore')) filter: ClientsQuery,
    @Query(new QueryPipe(PageQuery, 'ignore')) page: PageQuery,
  ): Promise<ClientListResponse> {
    const asked = { filter: filter.toFilterRequest(), page: page.toInput() ?? firstPage };
    return new ClientListResponse(await this.clients.list(caller, asked));
  }

  @Get('export')
  @RequirePermission('org:clients:read')
  @DescribeExportClients
  async export(
    @CurrentOrgCaller() caller: OrgCaller,
    @Query(new QueryPipe(ClientsQuery, 'ignore')) filter: ClientsQuery,
  ): Promise<StreamableFile> {
    const file = clientsCsv(await this.clients.export(caller, filter.toFilterRequest()));
    const disposition = 'attachment; filename="clients.csv"';
    return new StreamableFile(Buffer.from(file), { type: 'text/csv; charset=utf-8', disposition });
  }

  @Get(':clientId')
  @RequirePermission('org:clients:read')
  @SerializeAs(ClientResponse)
  @DescribeGetClient
  async get(@CurrentOrgCaller() caller: OrgCaller, @Param('clientId') id: string): Promise<ClientResponse> {
    return new ClientResponse(await this.clients.get(caller, id));
  }

  @Post()
  @RequirePermission('org:clients:write')
  @StepUp('org-clients:create')
  @SerializeAs(ClientResponse)
  @DescribeCreateClient
  async create(
    @CurrentOrgCaller() caller: OrgCaller,
    @Body() body: CreateClientRequest,
    @CurrentWrite() write: AuditContext,
    @Res({ passthrough: true }) res: Response,
  ): Promise<ClientResponse> {
    const client = await this.clients.create(caller, body.toInput(), write);
    res.location(`${this.address.baseUrl}/org/clients/${client.id}`);
    return new ClientResponse(client);
  }

  @Post('import')
  @RequirePermission('org:clients:write')
  @StepUp('org-clients:import')
  @SerializeAs(ClientImportResponse)
  @DescribeImportClients
  async import(
    @CurrentOrgCaller() caller: OrgCaller,
    @Body() { csv }: ImportClientsRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<ClientImportResponse> {
    return new ClientImportResponse(await this.imports.import(caller, csv, write));
  }

  @Patch(':clientId')
  @RequirePermission('org:clients:write')
  @StepUp('org-clients:update')
  @SerializeAs(ClientResponse)
  @DescribeUpdateClient
  async update(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('clientId') id: string,
    @Body() body: UpdateClientRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<ClientResponse> {
    return new ClientResponse(await this.clients.change(caller, id, { request: body.toInput(), write }));
  }

  @Delete(':clientId')
  @RequirePermission('org:clients:write')
  @StepUp('org-clients:delete')
  @DescribeDeleteClient
  async delete(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('clientId') id: string,
    @CurrentWrite() write: AuditContext,
  ): Promise<void> {
    await this.clients.delete(caller, id, write);
  }
}

const firstPage = { limit: undefined, cursor: undefined };
