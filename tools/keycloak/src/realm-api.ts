import { type OperatorApi } from './operator-api';

const pageSize = 100;

export interface Identified {
  readonly id: string;
}

/** The admin REST API of one realm. */
export class RealmApi {
  constructor(
    private readonly api: OperatorApi,
    readonly realm: string,
  ) {}

  /** Undefined: there is no such realm. */
  findRealm(): Promise<unknown> {
    return this.api.find(`/${this.realm}`);
  }

  /** A resource of the realm, or undefined if there is none. */
  find(path: string): Promise<unknown> {
    return this.api.find(`/${this.realm}${path}`);
  }

  /** Sends a request that must succeed. */
  call(method: string, path: string, body?: unknown): Promise<unknown> {
    return this.api.call(method, `/${this.realm}${path}`, body);
  }

  async list<Item>(path: string): Promise<readonly Item[]> {
    return (await this.call('GET', path)) as readonly Item[];
  }

  /** All pages of a list. */
  async listAll<Item>(path: string): Promise<readonly Item[]> {
    const items: Item[] = [];
    for (;;) {
      const page = await this.list<Item>(`${path}?first=${items.length}&max=${pageSize}`);
      items.push(...page);
      if (page.length < pageSize) return items;
    }
  }

  async findClient<Client extends Identified = Identified>(clientId: string): Promise<Client | undefined> {
    const query = new URLSearchParams({ clientId });
    const [client] = await this.list<Client>(`/clients?${query.toString()}`);
    return client;
  }
}
