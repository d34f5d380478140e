import { Problem } from '@governance/kernel';
import { Delete, Get, HttpCode, Patch, Put } from '@nestjs/common';
import { z } from 'zod';
import { type Client, ClientsStore } from './clients.store';
import * as fields from './fields';
import { found } from './found';
import { Input, PathInput, QueryInput } from './input.decorator';
import { ManagementRoutes } from './management-routes.decorator';

const largestPage = 200;

const page = z.strictObject({
  orgId: fields.id.optional(),
  after: fields.id.optional(),
  limit: z.coerce.number().int().min(1).max(largestPage).default(largestPage),
});
const secretChange = z.strictObject({ revision: fields.revision, secret: fields.secret });
const keyChange = z.strictObject({
  revision: fields.revision,
  publicKey: fields.publicKey,
  expiresAt: fields.timestamp.optional(),
});
const nameChange = z.strictObject({ revision: fields.revision, name: fields.label });

interface ClientPage {
  readonly clients: readonly Client[];
  /** What to ask `after` for more; absent on the last page. */
  readonly next?: string;
}

/** Clients by the id that they authenticate with. */
@ManagementRoutes('clients')
export class ClientsController {
  constructor(private readonly clients: ClientsStore) {}

  @Get()
  async list(@QueryInput(page) { orgId, after = '', limit }: z.output<typeof page>): Promise<ClientPage> {
    const clients = await this.clients.list({ orgId, after, limit });
    const last = clients.at(-1);
    return clients.length === limit && last ? { clients, next: last.tag } : { clients };
  }

  @Get(':clientId')
  async get(@PathInput('clientId', fields.uuid) clientId: string): Promise<Client> {
    return found(await this.clients.find(clientId));
  }

  @Put(':clientId/secret')
  async setSecret(
    @PathInput('clientId', fields.uuid) clientId: string,
    @Input(secretChange) input: z.output<typeof secretChange>,
  ): Promise<Client> {
    return (await this.clients.setSecret(clientId, input)) ?? this.cannotChange(clientId);
  }

  @Put(':clientId/key')
  async setKey(
    @PathInput('clientId', fields.uuid) clientId: string,
    @Input(keyChange) { expiresAt, ...input }: z.output<typeof keyChange>,
  ): Promise<Client> {
    return (await this.clients.setKey(clientId, { ...input, expiresAt })) ?? this.cannotChange(clientId);
  }

  @Patch(':clientId')
  async rename(
    @PathInput('clientId', fields.uuid) clientId: string,
    @Input(nameChange) input: z.output<typeof nameChange>,
  ): Promise<Client> {
    return found(await this.clients.rename(clientId, input));
  }

  @Delete(':clientId')
  @HttpCode(204)
  async delete(@PathInput('clientId', fields.uuid) clientId: string): Promise<void> {
    await this.clients.delete(clientId);
  }

  /** A client keeps the way in which it authenticates. @throws a 404 or a 409. */
  private async cannotChange(clientId: string): Promise<never> {
    found(await this.clients.find(clientId));
    throw new Problem('conflict', 'the client authenticates in the other way');
  }
}
