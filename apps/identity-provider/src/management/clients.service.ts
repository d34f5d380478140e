import { Problem } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import {
  type Client,
  ClientsStore,
  type KeyChange,
  type NameChange,
  type NewClient,
  type SecretChange,
} from './clients.store';
import { found } from './found';

interface PageRequest {
  readonly orgId: string | undefined;
  readonly after: string | undefined;
  readonly limit: number;
}

interface ClientPage {
  readonly clients: readonly Client[];
  /** The `after` for the next page; undefined on the last page. */
  readonly next: string | undefined;
}

/** Machine clients. */
@Injectable()
export class ClientsService {
  constructor(private readonly clients: ClientsStore) {}

  async list({ orgId, after = '', limit }: PageRequest): Promise<ClientPage> {
    const clients = await this.clients.list({ orgId, after, limit });
    return { clients, next: clients.length === limit ? clients.at(-1)?.tag : undefined };
  }

  /** @throws a 404. */
  async get(clientId: string): Promise<Client> {
    return found(await this.clients.find(clientId));
  }

  /** @throws a 404. */
  async getByTag(tag: string): Promise<Client> {
    return found(await this.clients.findByTag(tag));
  }

  /** Creates or replaces the client of a tag. @throws a 404 when its organization does not exist. */
  async put(tag: string, client: NewClient): Promise<Client> {
    return found(await this.clients.put(tag, client));
  }

  /** @throws a 404, or a 409 for a client that has a key. */
  async setSecret(clientId: string, change: SecretChange): Promise<Client> {
    return (await this.clients.setSecret(clientId, change)) ?? this.refuseChange(clientId);
  }

  /** @throws a 404, or a 409 for a client that has a secret. */
  async setKey(clientId: string, change: KeyChange): Promise<Client> {
    return (await this.clients.setKey(clientId, change)) ?? this.refuseChange(clientId);
  }

  /** Ends the previous secret or key, if there is one. @throws a 404. */
  async endOverlap(clientId: string, change: Pick<NewClient, 'revision'>): Promise<Client> {
    return found(await this.clients.endOverlap(clientId, change));
  }

  /** @throws a 404. */
  async rename(clientId: string, change: NameChange): Promise<Client> {
    return found(await this.clients.rename(clientId, change));
  }

  /** Deletes the client if it exists. It gets no further tokens when this resolves. */
  delete(clientId: string): Promise<void> {
    return this.clients.delete(clientId);
  }

  /** A client keeps its authentication method. */
  private async refuseChange(clientId: string): Promise<never> {
    found(await this.clients.find(clientId));
    throw new Problem('conflict', 'the client uses the other authentication method');
  }
}
