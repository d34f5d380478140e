import { CurrentOrgCaller, type OrgCaller, RequirePermission, StepUp } from '@governance/auth-guards';
import { checkedIdempotencyKey, CurrentWrite, PageQuery, QueryPipe, SerializeAs } from '@governance/http';
import { type AuditContext } from '@governance/iam';
import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  Param,
  Patch,
  Post,
  Query,
  Res,
  UseInterceptors,
} from '@nestjs/common';
import { type Response } from 'express';
import { PlatformAddress } from '../platform-address';
import { CreateCredentialRequest } from './create-credential.dto';
import { CredentialListResponse, CredentialResponse } from './credential.dto';
import {
  DescribeGetCredential,
  DescribeListCredentials,
  DescribeRenameCredential,
  DescribeRevokeCredential,
  DescribeRevokePreviousSecret,
} from './credential.openapi';
import { CredentialsQuery } from './credentials-query.dto';
import { DescribeCreateCredential, DescribeRotateCredential } from './issued-credential.openapi';
import { IssuedCredentialResponse } from './issued-credential.dto';
import { M2mCredentialsService } from './m2m-credentials.service';
import { OptionalBody } from '../optional-body.interceptor';
import { RenameCredentialRequest } from './rename-credential.dto';
import { RotateCredentialRequest } from './rotate-credential.dto';

/** spec 4.2: the M2M credentials of the caller's organization. */
@Controller('iam/m2m-credentials')
export class M2mCredentialsController {
  constructor(
    private readonly credentials: M2mCredentialsService,
    private readonly address: PlatformAddress,
  ) {}

  @Get()
  @RequirePermission('m2m:credentials:read')
  @DescribeListCredentials
  async list(
    @CurrentOrgCaller() caller: OrgCaller,
    @Query(new QueryPipe(CredentialsQuery, 'ignore')) filter: CredentialsQuery,
    @Query(new QueryPipe(PageQuery, 'ignore')) page: PageQuery,
  ): Promise<CredentialListResponse> {
    const asked = { filter: filter.toFilterRequest(), page: page.toInput() };
    return new CredentialListResponse(await this.credentials.list(caller, asked));
  }

  @Get(':credentialId')
  @RequirePermission('m2m:credentials:read')
  @SerializeAs(CredentialResponse)
  @DescribeGetCredential
  async get(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('credentialId') id: string,
  ): Promise<CredentialResponse> {
    return new CredentialResponse(await this.credentials.get(caller, id));
  }

  @Post()
  @RequirePermission('m2m:credentials:write')
  @StepUp('m2m-credentials:create')
  @SerializeAs(IssuedCredentialResponse)
  @DescribeCreateCredential
  async create(
    @CurrentOrgCaller() caller: OrgCaller,
    @Body() body: CreateCredentialRequest,
    @Headers('idempotency-key') key: string | undefined,
    @CurrentWrite() write: AuditContext,
    @Res({ passthrough: true }) res: Response,
  ): Promise<IssuedCredentialResponse> {
    const context = { write, key: checkedIdempotencyKey(key) };
    const created = await this.credentials.create(caller, body.toInput(), context);
    res.location(`${this.address.baseUrl}/iam/m2m-credentials/${created.credential.id}`);
    if (created.replayed) res.set('idempotency-replayed', 'true');
    return new IssuedCredentialResponse(created);
  }

  @Post(':credentialId/rotate-secret')
  @RequirePermission('m2m:credentials:write')
  @StepUp('m2m-credentials:rotate')
  @SerializeAs(IssuedCredentialResponse)
  @DescribeRotateCredential
  @UseInterceptors(OptionalBody)
  async rotate(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('credentialId') id: string,
    @Body() body: RotateCredentialRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<IssuedCredentialResponse> {
    const request = body.toInput();
    return new IssuedCredentialResponse(await this.credentials.rotate(caller, id, { request, write }));
  }

  @Patch(':credentialId')
  @RequirePermission('m2m:credentials:write')
  @StepUp('m2m-credentials:rename')
  @SerializeAs(CredentialResponse)
  @DescribeRenameCredential
  async rename(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('credentialId') id: string,
    @Body() body: RenameCredentialRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<CredentialResponse> {
    const edit = body.toInput();
    return new CredentialResponse(await this.credentials.rename(caller, id, { edit, write }));
  }

  @Delete(':credentialId')
  @RequirePermission('m2m:credentials:write')
  @StepUp('m2m-credentials:revoke')
  @DescribeRevokeCredential
  async revoke(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('credentialId') id: string,
    @CurrentWrite() write: AuditContext,
  ): Promise<void> {
    await this.credentials.revoke(caller, id, { write });
  }

  @Delete(':credentialId/previous-secret')
  @RequirePermission('m2m:credentials:write')
  @StepUp('m2m-credentials:revoke-previous-secret')
  @DescribeRevokePreviousSecret
  async revokePreviousSecret(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('credentialId') id: string,
    @CurrentWrite() write: AuditContext,
  ): Promise<void> {
    await this.credentials.revokePreviousSecret(caller, id, { write });
  }
}
