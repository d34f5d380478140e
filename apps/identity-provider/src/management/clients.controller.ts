import { contract } from '@governance/identity-provider-client';
import { Problem } from '@governance/kernel';
import { Delete, Get, HttpCode, Param, Patch, Put } from '@nestjs/common';
import { Answer } from './answer.decorator';
import { type Checked, CheckedBody, CheckedQuery, uuidPipe } from './checked';
import { type Client, ClientsStore } from '../applications/clients.store';
import { found } from './found';
import { ManagementRoutes } from './management-routes.decorator';

/** Machine clients by the id with which they authenticate. */
@ManagementRoutes('clients')
export class ClientsController {
  constructor(private readonly clients: ClientsStore) {}

  @Get()
  @Answer(contract.clientPageResponse)
  async list(
    @CheckedQuery(contract.listClientsQuery)
    { orgId, after = '', limit }: Checked<typeof contract.listClientsQuery>,
  ): Promise<Checked<typeof contract.clientPageResponse>> {
    const clients = await this.clients.list({ orgId, after, limit });
    return { clients, next: clients.length === limit ? clients.at(-1)?.tag : undefined };
  }

  @Get(':clientId')
  @Answer(contract.clientResponse)
  async get(@Param('clientId', uuidPipe) clientId: string): Promise<Client> {
    return found(await this.clients.find(clientId));
  }

  @Put(':clientId/secret')
  @Answer(contract.clientResponse)
  async setSecret(
    @Param('clientId', uuidPipe) clientId: string,
    @CheckedBody(contract.putClientSecretRequest) body: Checked<typeof contract.putClientSecretRequest>,
  ): Promise<Client> {
    return (await this.clients.setSecret(clientId, body)) ?? this.refuseChange(clientId);
  }

  @Put(':clientId/key')
  @Answer(contract.clientResponse)
  async setKey(
    @Param('clientId', uuidPipe) clientId: string,
    @CheckedBody(contract.putClientKeyRequest) body: Checked<typeof contract.putClientKeyRequest>,
  ): Promise<Client> {
    return (await this.clients.setKey(clientId, body)) ?? this.refuseChange(clientId);
  }

  /** Ends the previous secret or key, if there is one. */
  @Put(':clientId/end-of-overlap')
  @Answer(contract.clientResponse)
  async endOverlap(
    @Param('clientId', uuidPipe) clientId: string,
    @CheckedBody(contract.endClientOverlapRequest) body: Checked<typeof contract.endClientOverlapRequest>,
  ): Promise<Client> {
    return found(await this.clients.endOverlap(clientId, body));
  }

  @Patch(':clientId')
  @Answer(contract.clientResponse)
  async rename(
    @Param('clientId', uuidPipe) clientId: string,
    @CheckedBody(contract.renameClientRequest) body: Checked<typeof contract.renameClientRequest>,
  ): Promise<Client> {
    return found(await this.clients.rename(clientId, body));
  }

  /** The client gets no further tokens when this resolves. */
  @Delete(':clientId')
  @HttpCode(204)
  async delete(@Param('clientId', uuidPipe) clientId: string): Promise<void> {
    await this.clients.delete(clientId);
  }

  /** A client keeps its authentication method. */
  private async refuseChange(clientId: string): Promise<never> {
    found(await this.clients.find(clientId));
    throw new Problem('conflict', 'the client uses the other authentication method');
  }
}
