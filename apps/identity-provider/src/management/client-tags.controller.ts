import { contract } from '@governance/identity-provider-client';
import { Get, Param, Put } from '@nestjs/common';
import { Answer } from './answer.decorator';
import { type Checked, CheckedBody, idPipe } from './checked';
import { type Client, ClientsStore } from '../applications/clients.store';
import { found } from './found';
import { ManagementRoutes } from './management-routes.decorator';

/** Clients by the tag that the caller chose, so that a call can be repeated after a lost response. */
@ManagementRoutes('client-tags')
export class ClientTagsController {
  constructor(private readonly clients: ClientsStore) {}

  @Get(':tag')
  @Answer(contract.clientResponse)
  async get(@Param('tag', idPipe) tag: string): Promise<Client> {
    return found(await this.clients.findByTag(tag));
  }

  /** Creates or replaces the client of a tag, which keeps its `clientId`. A 404 when its organization does not exist. */
  @Put(':tag')
  @Answer(contract.clientResponse)
  async put(
    @Param('tag', idPipe) tag: string,
    @CheckedBody(contract.putClientRequest) body: Checked<typeof contract.putClientRequest>,
  ): Promise<Client> {
    return found(await this.clients.put(tag, body));
  }
}
