import { Body, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { ConnectionListResponse, ConnectionResponse, PutConnectionRequest } from './connection.dto';
import { ConnectionsStore } from './connections.store';
import { found } from './found';
import { ManagementRoutes } from './management-routes.decorator';
import { IdPipe } from './member.pipe';
import {
  DescribeListConnections,
  DescribePutConnection,
  DescribeRemoveConnection,
} from './connections.openapi';

@ManagementRoutes('organizations/:orgId/connections')
export class ConnectionsController {
  constructor(private readonly connections: ConnectionsStore) {}

  @Get()
  @DescribeListConnections
  async list(@Param('orgId', IdPipe) orgId: string): Promise<ConnectionListResponse> {
    return new ConnectionListResponse(await this.connections.list(orgId));
  }

  @Put(':connectionId')
  @DescribePutConnection
  async put(
    @Param('orgId', IdPipe) orgId: string,
    @Param('connectionId', IdPipe) connectionId: string,
    @Body() body: PutConnectionRequest,
  ): Promise<ConnectionResponse> {
    return new ConnectionResponse(found(await this.connections.put(orgId, connectionId, body.toInput())));
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
