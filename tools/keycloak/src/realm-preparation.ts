import { randomUUID } from 'node:crypto';
import { type Drift, driftsOf } from './drift';
import { type OperatorApi } from './operator-api';
import { peopleDriftsOf } from './people-drift';
import { PeopleReader } from './people-reader';
import { PeopleWriter } from './people-writer';
import { type Preparation } from './preparation';
import { RealmApi } from './realm-api';
import { type ExportedRealm, realmFileOf } from './realm-file';
import { managementClient, wantedClient, wantedRealm, wantedRoles } from './wanted-realm';
import { WorkloadIssuers } from './workload-issuers';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Prepares a realm for the platform's machines, and for its users if wanted. Every step can be repeated. */
export class RealmPreparation {
  private readonly realmApi: RealmApi;
  private readonly issuers: WorkloadIssuers;

  constructor(
    private readonly api: OperatorApi,
    private readonly wanted: Preparation,
  ) {
    this.realmApi = new RealmApi(api, wanted.realm);
    this.issuers = new WorkloadIssuers(this.realmApi);
  }

  /** What differs from the wanted state. Changes nothing. */
  async check(): Promise<Drift[]> {
    const { realm, clientId, people, workloadIssuers } = this.wanted;
    const found = await this.realmApi.findRealm();
    const client = found === undefined ? undefined : await this.realmApi.findClient(clientId);
    const roles = client === undefined ? [] : await this.rolesOf(client.id);
    return [
      ...driftsOf(wantedRealm, found, realm),
      ...driftsOf(wantedClient, client, clientId),
      ...driftsOf(
        wantedRoles(this.wanted),
        roles.map(({ name }) => name),
        `${clientId}.roles`,
      ),
      ...(found === undefined ? [] : await this.issuers.drifts(workloadIssuers)),
      ...(people === undefined
        ? []
        : peopleDriftsOf(people, await new PeopleReader(this.realmApi).read(people), realm)),
    ];
  }

  /** Brings the realm to the wanted state, and leaves everything else as it is. */
  async apply(): Promise<void> {
    const { realm, clientId, clientSecret, people, workloadIssuers } = this.wanted;
    if ((await this.realmApi.findRealm()) === undefined)
      await this.api.call('POST', '', { realm, ...wantedRealm });
    else await this.realmApi.call('PUT', '', wantedRealm);
    const secret = clientSecret === undefined ? {} : { secret: clientSecret };
    const known = await this.realmApi.findClient(clientId);
    if (known === undefined) {
      await this.realmApi.call('POST', '/clients', {
        id: randomUUID(),
        clientId,
        ...wantedClient,
        ...secret,
      });
    } else {
      await this.realmApi.call('PUT', `/clients/${known.id}`, { clientId, ...wantedClient, ...secret });
    }
    const client = await this.realmApi.findClient(clientId);
    if (client === undefined) throw new Error(`${clientId} was deleted while it was prepared`);
    await this.setRoles(client.id);
    await this.issuers.write(workloadIssuers);
    if (people !== undefined) await new PeopleWriter(this.realmApi).write(people);
  }

  /** The realm as a file for `--import-realm`, without users of its own and without secrets. */
  async export(): Promise<unknown> {
    const { people } = this.wanted;
    const query = 'exportClients=true&exportGroupsAndRoles=true';
    const exported = (await this.realmApi.call('POST', `/partial-export?${query}`)) as ExportedRealm;
    const organizations =
      people === undefined ? {} : (await new PeopleReader(this.realmApi).read(people)).organizations;
    return realmFileOf(this.wanted, exported, organizations);
  }

  /** Gives the wanted roles and takes the others: the account must hold no more than it needs. */
  private async setRoles(id: string): Promise<void> {
    const management = await this.realmApi.findClient(managementClient);
    if (management === undefined) throw new Error(`the realm has no client ${managementClient}`);
    const path = `/users/${await this.accountOf(id)}/role-mappings/clients/${management.id}`;
    const held = await this.rolesOf(id);
    const wanted = wantedRoles(this.wanted);
    const excess = held.filter(({ name }) => !wanted.includes(name));
    if (excess.length > 0) await this.realmApi.call('DELETE', path, excess);
    for (const name of wanted.filter((each) => !held.some((role) => role.name === each))) {
      const role = await this.realmApi.call('GET', `/clients/${management.id}/roles/${name}`);
      await this.realmApi.call('POST', path, [role]);
    }
  }

  /** The roles of the service account of a client at the management client. */
  private async rolesOf(id: string): Promise<readonly Named[]> {
    const management = await this.realmApi.findClient(managementClient);
    const account = await this.accountOf(id);
    if (management === undefined || account === undefined) return [];
    return this.realmApi.list(`/users/${account}/role-mappings/clients/${management.id}`);
  }

  /** Undefined for a client without a service account. */
  private async accountOf(id: string): Promise<string | undefined> {
    const answer = await this.api.ask('GET', `/${this.wanted.realm}/clients/${id}/service-account-user`);
    return answer.status === 200 ? (answer.body as Named).id : undefined;
  }
}
