import { randomUUID } from 'node:crypto';
import { type Drift, driftsOf } from './drift';
import { type OperatorApi } from './operator-api';
import { managementClient, wantedClient, wantedRealm, wantedRoles } from './wanted-realm';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The realm and the client to prepare. */
export interface Preparation {
  readonly realm: string;
  readonly clientId: string;
  /** Undefined: Keycloak generates one, and an existing one stays. */
  readonly clientSecret: string | undefined;
}

/** Prepares a realm for the platform's machines. Every step can be repeated. */
export class RealmPreparation {
  constructor(
    private readonly api: OperatorApi,
    private readonly wanted: Preparation,
  ) {}

  /** What differs from the wanted state. Changes nothing. */
  async check(): Promise<Drift[]> {
    const { realm, clientId } = this.wanted;
    const found = await this.api.find(`/${realm}`);
    const client = found === undefined ? undefined : await this.findClient(clientId);
    const roles = client === undefined ? [] : await this.rolesOf(client.id);
    return [
      ...driftsOf(wantedRealm, found, realm),
      ...driftsOf(wantedClient, client, clientId),
      ...driftsOf(
        wantedRoles,
        roles.map(({ name }) => name),
        `${clientId}.roles`,
      ),
    ];
  }

  /** Brings the realm to the wanted state, and leaves everything else as it is. */
  async apply(): Promise<void> {
    const { realm, clientId, clientSecret } = this.wanted;
    if ((await this.api.find(`/${realm}`)) === undefined)
      await this.api.call('POST', '', { realm, ...wantedRealm });
    else await this.api.call('PUT', `/${realm}`, wantedRealm);
    const secret = clientSecret === undefined ? {} : { secret: clientSecret };
    const known = await this.findClient(clientId);
    if (known === undefined) {
      await this.api.call('POST', `/${realm}/clients`, {
        id: randomUUID(),
        clientId,
        ...wantedClient,
        ...secret,
      });
    } else {
      await this.api.call('PUT', `/${realm}/clients/${known.id}`, { clientId, ...wantedClient, ...secret });
    }
    const client = await this.findClient(clientId);
    if (client === undefined) throw new Error(`${clientId} was deleted while it was prepared`);
    await this.setRoles(client.id);
  }

  /** Gives the wanted roles and takes the others: the account must hold no more than it needs. */
  private async setRoles(id: string): Promise<void> {
    const { realm } = this.wanted;
    const management = await this.findClient(managementClient);
    if (management === undefined) throw new Error(`the realm has no client ${managementClient}`);
    const path = `/${realm}/users/${await this.accountOf(id)}/role-mappings/clients/${management.id}`;
    const held = await this.rolesOf(id);
    const excess = held.filter(({ name }) => !wantedRoles.includes(name));
    if (excess.length > 0) await this.api.call('DELETE', path, excess);
    for (const name of wantedRoles.filter((each) => !held.some((role) => role.name === each))) {
      const role = await this.api.call('GET', `/${realm}/clients/${management.id}/roles/${name}`);
      await this.api.call('POST', path, [role]);
    }
  }

  /** The roles of the service account of a client at the management client. */
  private async rolesOf(id: string): Promise<readonly Named[]> {
    const { realm } = this.wanted;
    const management = await this.findClient(managementClient);
    const account = await this.accountOf(id);
    if (management === undefined || account === undefined) return [];
    const path = `/${realm}/users/${account}/role-mappings/clients/${management.id}`;
    return (await this.api.call('GET', path)) as readonly Named[];
  }

  /** Undefined for a client without a service account. */
  private async accountOf(id: string): Promise<string | undefined> {
    const answer = await this.api.ask('GET', `/${this.wanted.realm}/clients/${id}/service-account-user`);
    return answer.status === 200 ? (answer.body as Named).id : undefined;
  }

  private async findClient(clientId: string): Promise<{ readonly id: string } | undefined> {
    const query = new URLSearchParams({ clientId });
    const found = await this.api.call('GET', `/${this.wanted.realm}/clients?${query.toString()}`);
    const [client] = found as readonly { readonly id: string }[];
    return client;
  }
}
