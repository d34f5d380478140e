import { Delete, Get, HttpCode, Put } from '@nestjs/common';
import { z } from 'zod';
import { type Connection, ConnectionsStore, connectionTypes, type NewConnection } from './connections.store';
import * as fields from './fields';
import { found } from './found';
import { Input, PathInput } from './input.decorator';
import { ManagementRoutes } from './management-routes.decorator';

const upstream = z.strictObject({
  issuer: fields.upstreamIssuer,
  clientId: fields.upstreamText,
  clientSecret: fields.upstreamText,
});

const whole = z
  .strictObject({
    name: fields.label,
    type: z.enum(connectionTypes),
    enabled: z.boolean().default(true),
    upstream: upstream.optional(),
  })
  .refine(({ type, upstream }) => type === 'enterprise' || upstream === undefined, {
    path: ['upstream'],
    message: 'only an enterprise connection has one',
  })
  .transform(({ upstream, ...connection }): NewConnection => ({
    ...connection,
    ...(upstream && { upstream }),
  }));

@ManagementRoutes('organizations/:orgId/connections')
export class ConnectionsController {
  constructor(private readonly connections: ConnectionsStore) {}

  @Get()
  async list(@PathInput('orgId', fields.id) orgId: string): Promise<{ connections: Connection[] }> {
    return { connections: await this.connections.list(orgId) };
  }

  @Put(':connectionId')
  async put(
    @PathInput('orgId', fields.id) orgId: string,
    @PathInput('connectionId', fields.id) connectionId: string,
    @Input(whole) input: z.output<typeof whole>,
  ): Promise<Connection> {
    return found(await this.connections.put(orgId, connectionId, input));
  }

  @Delete(':connectionId')
  @HttpCode(204)
  async remove(
    @PathInput('orgId', fields.id) orgId: string,
    @PathInput('connectionId', fields.id) connectionId: string,
  ): Promise<void> {
    await this.connections.remove(orgId, connectionId);
  }
}
