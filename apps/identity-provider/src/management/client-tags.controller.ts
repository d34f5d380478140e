import { SerializeAs } from '@governance/http';
import { Body, Get, Param, Put } from '@nestjs/common';
import { ClientResponse, PutClientRequest } from './client.dto';
import { ClientsService } from './clients.service';
import { ManagementRoutes } from './management-routes.decorator';
import { IdPipe } from './member.pipe';
import { DescribeGetClientByTag, DescribePutClient } from './clients.openapi';

/** Clients by the tag that the caller chose, so that a call can be repeated after a lost response. */
@ManagementRoutes('client-tags')
export class ClientTagsController {
  constructor(private readonly clients: ClientsService) {}

  @Get(':tag')
  @SerializeAs(ClientResponse)
  @DescribeGetClientByTag
  async get(@Param('tag', IdPipe) tag: string): Promise<ClientResponse> {
    return new ClientResponse(await this.clients.getByTag(tag));
  }

  @Put(':tag')
  @SerializeAs(ClientResponse)
  @DescribePutClient
  async put(@Param('tag', IdPipe) tag: string, @Body() body: PutClientRequest): Promise<ClientResponse> {
    return new ClientResponse(await this.clients.put(tag, body.toInput()));
  }
}
