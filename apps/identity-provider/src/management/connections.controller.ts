import { SerializeAs } from '@governance/http';
import { Body, Delete, Get, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
import {
  AddConnectionRequest,
  ConnectionListResponse,
  ConnectionResponse,
  ConnectionTestResponse,
  PatchConnectionRequest,
  PutConnectionRequest,
} from './connection.dto';
import { ManagementRoutes } from './management-routes.decorator';
import { IdPipe } from './member.pipe';
import {
  DescribeAddConnection,
  DescribeListConnections,
  DescribePatchConnection,
  DescribePutConnection,
  DescribeRemoveConnection,
  DescribeTestConnection,
} from './connections.openapi';
import { ConnectionsService } from './connections.service';

@ManagementRoutes('organizations/:orgId/connections')
export class ConnectionsController {
  constructor(private readonly connections: ConnectionsService) {}

  @Get()
  @SerializeAs(ConnectionListResponse)
  @DescribeListConnections
  async list(@Param('orgId', IdPipe) orgId: string): Promise<ConnectionListResponse> {
    return new ConnectionListResponse(await this.connections.list(orgId));
  }

  @Post()
  @HttpCode(200)
  @SerializeAs(ConnectionResponse)
  @DescribeAddConnection
  async add(
    @Param('orgId', IdPipe) orgId: string,
    @Body() body: AddConnectionRequest,
  ): Promise<ConnectionResponse> {
    return new ConnectionResponse(await this.connections.add(orgId, body.toInput()));
  }

  @Put(':connectionId')
  @SerializeAs(ConnectionResponse)
  @DescribePutConnection
  async put(
    @Param('orgId', IdPipe) orgId: string,
    @Param('connectionId', IdPipe) connectionId: string,
    @Body() body: PutConnectionRequest,
  ): Promise<ConnectionResponse> {
    return new ConnectionResponse(await this.connections.put(orgId, connectionId, body.toInput()));
  }

  @Patch(':connectionId')
  @SerializeAs(ConnectionResponse)
  @DescribePatchConnection
  async patch(
    @Param('orgId', IdPipe) orgId: string,
    @Param('connectionId', IdPipe) connectionId: string,
    @Body() body: PatchConnectionRequest,
  ): Promise<ConnectionResponse> {
    return new ConnectionResponse(await this.connections.change(orgId, connectionId, body.toInput()));
  }

  @Post(':connectionId/test')
  @HttpCode(200)
  @SerializeAs(ConnectionTestResponse)
  @DescribeTestConnection
  async test(
    @Param('orgId', IdPipe) orgId: string,
    @Param('connectionId', IdPipe) connectionId: string,
  ): Promise<ConnectionTestResponse> {
    return new ConnectionTestResponse(await this.connections.test(orgId, connectionId));
  }

  @Delete(':connectionId')
  @HttpCode(204)
  @DescribeRemoveConnection
  async remove(
    @Param('orgId', IdPipe) orgId: string,
    @Param('connectionId', IdPipe) connectionId: string,
  ): Promise<void> {
    await this.connections.remove(orgId, connectionId);
  }
}
