import {
  Authenticated,
  CurrentOrgCaller,
  type OrgCaller,
  RequirePermission,
  StepUp,
} from '@governance/auth-guards';
import { CurrentWrite, SerializeAs } from '@governance/http';
import { type AuditContext } from '@governance/iam';
import { Body, Controller, Delete, Get, Param, Patch, Post, UseInterceptors } from '@nestjs/common';
import { OptionalBody } from '../optional-body.interceptor';
import {
  ConfiguredConnectionResponse,
  ConnectionListResponse,
  ConnectionTestResponse,
} from './connection.dto';
import { DescribeListConnections } from './connections.openapi';
import {
  DescribeCreateConnection,
  DescribeRemoveConnection,
  DescribeTestConnection,
  DescribeUpdateConnection,
} from './connection-changes.openapi';
import { ConnectionsService } from './connections.service';
import { CreateConnectionRequest } from './create-connection.dto';
import { ProbeLimits } from './probe-limits';
import { TestConnectionRequest } from './test-connection.dto';
import { UpdateConnectionRequest } from './update-connection.dto';

const changes = ['org:connections:write', { peopleOnly: true }] as const;

/** spec 2.11: the identity connections of the caller's organization. Decisions 3: machines never change them. */
@Controller('iam/connections')
export class ConnectionsController {
  constructor(
    private readonly connections: ConnectionsService,
    private readonly probes: ProbeLimits,
  ) {}

  @Get()
  @Authenticated({ inOrganization: true })
  @SerializeAs(ConnectionListResponse)
  @DescribeListConnections
  async list(@CurrentOrgCaller() caller: OrgCaller): Promise<ConnectionListResponse> {
    return new ConnectionListResponse(await this.connections.list(caller), {
      withSettings: caller.kind === 'person' && caller.permissions.has(changes[0]),
    });
  }

  @Post()
  @RequirePermission(...changes)
  @StepUp('connections:create')
  @SerializeAs(ConfiguredConnectionResponse)
  @DescribeCreateConnection
  async create(
    @CurrentOrgCaller() caller: OrgCaller,
    @Body() body: CreateConnectionRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<ConfiguredConnectionResponse> {
    return new ConfiguredConnectionResponse(await this.connections.create(caller, body.toInput(), write));
  }

  @Patch(':connectionId')
  @RequirePermission(...changes)
  @StepUp('connections:update')
  @SerializeAs(ConfiguredConnectionResponse)
  @DescribeUpdateConnection
  async update(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('connectionId') id: string,
    @Body() body: UpdateConnectionRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<ConfiguredConnectionResponse> {
    const change = body.toInput();
    return new ConfiguredConnectionResponse(await this.connections.update(caller, id, { change, write }));
  }

  @Delete(':connectionId')
  @RequirePermission(...changes)
  @StepUp('connections:remove')
  @DescribeRemoveConnection
  async remove(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('connectionId') id: string,
    @CurrentWrite() write: AuditContext,
  ): Promise<void> {
    await this.connections.remove(caller, id, write);
  }

  /** Changes nothing, but makes requests to the organization's provider. */
  @Post(':connectionId/test')
  @RequirePermission(...changes)
  @StepUp('connections:test')
  @SerializeAs(ConnectionTestResponse)
  @DescribeTestConnection
  @UseInterceptors(OptionalBody)
  async test(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('connectionId') id: string,
    @Body() _body: TestConnectionRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<ConnectionTestResponse> {
    await this.probes.count('connections:test', caller);
    return new ConnectionTestResponse(await this.connections.test(caller, id, write));
  }
}
