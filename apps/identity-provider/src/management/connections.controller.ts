import { contract } from '@governance/identity-provider-client';
import { Problem } from '@governance/kernel';
import { Delete, Get, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
import { Answer } from './answer.decorator';
import { type Checked, CheckedBody, idPipe } from './checked';
import { ConnectionsService, type ShownConnection } from './connections.service';
import { ManagementRoutes } from './management-routes.decorator';

@ManagementRoutes('organizations/:orgId/connections')
export class ConnectionsController {
  constructor(private readonly connections: ConnectionsService) {}

  @Get()
  @Answer(contract.connectionListResponse)
  async list(
    @Param('orgId', idPipe) orgId: string,
  ): Promise<{ readonly connections: readonly ShownConnection[] }> {
    return { connections: await this.connections.list(orgId) };
  }

  @Post()
  @HttpCode(200)
  @Answer(contract.connectionResponse)
  add(
    @Param('orgId', idPipe) orgId: string,
    @CheckedBody(contract.addConnectionRequest)
    { id, name, enabled, secondFactorConfirmed, ...upstream }: Checked<typeof contract.addConnectionRequest>,
  ): Promise<ShownConnection> {
    const provider = { ...upstream, isFactorConfirmed: secondFactorConfirmed };
    return this.connections.add(orgId, { id, name, enabled, upstream: provider });
  }

  @Put(':connectionId')
  @Answer(contract.connectionResponse)
  put(
    @Param('orgId', idPipe) orgId: string,
    @Param('connectionId', idPipe) connectionId: string,
    @CheckedBody(contract.putConnectionRequest)
    { upstream, ...connection }: Checked<typeof contract.putConnectionRequest>,
  ): Promise<ShownConnection> {
    if (upstream && connection.type !== 'enterprise') {
      throw new Problem('invalid', 'upstream is for connections of type enterprise');
    }
    return this.connections.put(orgId, connectionId, { ...connection, ...(upstream && { upstream }) });
  }

  @Patch(':connectionId')
  @Answer(contract.connectionResponse)
  patch(
    @Param('orgId', idPipe) orgId: string,
    @Param('connectionId', idPipe) connectionId: string,
    @CheckedBody(contract.changeConnectionRequest)
    { secondFactorConfirmed, ...change }: Checked<typeof contract.changeConnectionRequest>,
  ): Promise<ShownConnection> {
    return this.connections.change(orgId, connectionId, {
      ...change,
      isFactorConfirmed: secondFactorConfirmed,
    });
  }

  @Post(':connectionId/test')
  @HttpCode(200)
  @Answer(contract.connectionTestResponse)
  async test(
    @Param('orgId', idPipe) orgId: string,
    @Param('connectionId', idPipe) connectionId: string,
  ): Promise<Checked<typeof contract.connectionTestResponse>> {
    return { problem: (await this.connections.test(orgId, connectionId)) ?? null };
  }

  @Delete(':connectionId')
  @HttpCode(204)
  async remove(
    @Param('orgId', idPipe) orgId: string,
    @Param('connectionId', idPipe) connectionId: string,
  ): Promise<void> {
    await this.connections.remove(orgId, connectionId);
  }
}
