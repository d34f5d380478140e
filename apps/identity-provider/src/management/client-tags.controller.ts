import { Get, Put } from '@nestjs/common';
import { z } from 'zod';
import { apiScopes } from '../oauth/api-resource';
import { type Client, ClientsStore, type NewClient } from './clients.store';
import * as fields from './fields';
import { found } from './found';
import { Input, PathInput } from './input.decorator';
import { ManagementRoutes } from './management-routes.decorator';

const authentication = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('secret'), secret: fields.secret }),
  z
    .strictObject({
      method: z.literal('key'),
      publicKey: fields.publicKey,
      expiresAt: fields.timestamp.optional(),
    })
    .transform(({ expiresAt, ...key }) => ({ ...key, expiresAt })),
]);

const whole = z.strictObject({
  revision: fields.revision,
  orgId: fields.id,
  name: fields.label,
  permissions: fields.permissions,
  scope: fields.scope.default([...apiScopes]),
  authentication,
}) satisfies z.ZodType<NewClient>;

/** Clients by the name that the caller gave them: whatever became of a call, it can be repeated. */
@ManagementRoutes('client-tags')
export class ClientTagsController {
  constructor(private readonly clients: ClientsStore) {}

  @Get(':tag')
  async get(@PathInput('tag', fields.id) tag: string): Promise<Client> {
    return found(await this.clients.findByTag(tag));
  }

  @Put(':tag')
  async put(
    @PathInput('tag', fields.id) tag: string,
    @Input(whole) input: z.output<typeof whole>,
  ): Promise<Client> {
    return found(await this.clients.put(tag, input));
  }
}
