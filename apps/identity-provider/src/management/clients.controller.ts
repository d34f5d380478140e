import { QueryPipe, SerializeAs } from '@governance/http';
import { Body, Delete, Get, HttpCode, Param, Patch, Put, Query } from '@nestjs/common';
import {
  ClientPageResponse,
  ClientResponse,
  EndClientOverlapRequest,
  ListClientsQuery,
  PutClientKeyRequest,
  PutClientSecretRequest,
  RenameClientRequest,
} from './client.dto';
import { ClientsService } from './clients.service';
import { ManagementRoutes } from './management-routes.decorator';
import { UuidPipe } from './member.pipe';
import {
  DescribeDeleteClient,
  DescribeEndClientOverlap,
  DescribeGetClient,
  DescribeListClients,
  DescribePutClientKey,
  DescribePutClientSecret,
  DescribeRenameClient,
} from './clients.openapi';

/** Clients by the id with which they authenticate. */
@ManagementRoutes('clients')
export class ClientsController {
  constructor(private readonly clients: ClientsService) {}

  @Get()
  @SerializeAs(ClientPageResponse)
  @DescribeListClients
  async list(
    @Query(new QueryPipe(ListClientsQuery, 'refuse')) query: ListClientsQuery,
  ): Promise<ClientPageResponse> {
    return new ClientPageResponse(await this.clients.list(query.toInput()));
  }

  @Get(':clientId')
  @SerializeAs(ClientResponse)
  @DescribeGetClient
  async get(@Param('clientId', UuidPipe) clientId: string): Promise<ClientResponse> {
    return new ClientResponse(await this.clients.get(clientId));
  }

  @Put(':clientId/secret')
  @SerializeAs(ClientResponse)
  @DescribePutClientSecret
  async setSecret(
    @Param('clientId', UuidPipe) clientId: string,
    @Body() body: PutClientSecretRequest,
  ): Promise<ClientResponse> {
    return new ClientResponse(await this.clients.setSecret(clientId, body.toInput()));
  }

  @Put(':clientId/key')
  @SerializeAs(ClientResponse)
  @DescribePutClientKey
  async setKey(
    @Param('clientId', UuidPipe) clientId: string,
    @Body() body: PutClientKeyRequest,
  ): Promise<ClientResponse> {
    return new ClientResponse(await this.clients.setKey(clientId, body.toInput()));
  }

  @Put(':clientId/end-of-overlap')
  @SerializeAs(ClientResponse)
  @DescribeEndClientOverlap
  async endOverlap(
    @Param('clientId', UuidPipe) clientId: string,
    @Body() body: EndClientOverlapRequest,
  ): Promise<ClientResponse> {
    return new ClientResponse(await this.clients.endOverlap(clientId, body));
  }

  @Patch(':clientId')
  @SerializeAs(ClientResponse)
  @DescribeRenameClient
  async rename(
    @Param('clientId', UuidPipe) clientId: string,
    @Body() body: RenameClientRequest,
  ): Promise<ClientResponse> {
    return new ClientResponse(await this.clients.rename(clientId, body));
  }

  @Delete(':clientId')
  @HttpCode(204)
  @DescribeDeleteClient
  async delete(@Param('clientId', UuidPipe) clientId: string): Promise<void> {
    await this.clients.delete(clientId);
  }
}
