import { isDeepStrictEqual } from 'node:util';
import { driftsOf } from './drift';
import { wantedSteps } from './flow-steps';
import { FlowWriter } from './flow-writer';
import { type FoundClient, type FoundOrganization, type FoundPeople, type FoundScope } from './found-people';
import { type FlowRepresentation, PeopleReader } from './people-reader';
import { type Identified, type RealmApi } from './realm-api';
import { type WantedClient, wantedClients, wantedClientScopes } from './wanted-clients';
import {
  organizationGroups,
  organizationScope,
  type PeoplePreparation,
  wantedFlows,
  type WantedMapper,
  wantedMembershipMapper,
  type WantedOrganization,
  wantedOrganizationMembers,
  wantedPeopleRealm,
  type WantedScope,
  wantedScopes,
} from './wanted-people';

/** Brings a realm to the wanted state for users, and leaves everything else as it is. Every step can be repeated. */
export class PeopleWriter {
  private readonly reader: PeopleReader;

  constructor(private readonly api: RealmApi) {
    this.reader = new PeopleReader(api);
  }

  async write(wanted: PeoplePreparation): Promise<void> {
    // Keycloak has no organizations before.
    await this.api.call('PUT', '', wantedPeopleRealm);
    const found = await this.reader.read(wanted);
    for (const [name, scope] of Object.entries(wantedScopes(wanted))) {
      await this.writeScope(name, scope, found.scopes[name]);
    }
    await this.writeMembership(found.scopes[organizationScope]);
    await this.writeFlows(wanted, found);
    for (const client of wantedClients(wanted))
      await this.writeClient(client, found.clients[client.clientId]);
    for (const organization of wanted.organizations)
      await this.writeOrganization(organization, found.organizations[organization.id]);
  }

  private async writeScope(name: string, wanted: WantedScope, found: FoundScope | undefined): Promise<void> {
    const { attributes, mappers } = wanted;
    const representation = { name, protocol: 'openid-connect', attributes };
    if (found === undefined) {
      const protocolMappers = Object.entries(mappers).map(([mapper, values]) => mapperOf(mapper, values));
      await this.api.call('POST', '/client-scopes', { ...representation, protocolMappers });
      return;
    }
    await this.api.call('PUT', `/client-scopes/${found.id}`, representation);
    const path = `/client-scopes/${found.id}/protocol-mappers/models`;
    for (const [mapper, { id }] of Object.entries(found.mappers)) {
      if (!(mapper in mappers)) await this.api.call('DELETE', `${path}/${id}`);
    }
    for (const [mapper, values] of Object.entries(mappers)) {
      await this.writeMapper(path, mapperOf(mapper, values), found.mappers[mapper]?.id);
    }
  }

  private async writeMapper(path: string, mapper: object, id: string | undefined): Promise<void> {
    if (id === undefined) await this.api.call('POST', path, mapper);
    else await this.api.call('PUT', `${path}/${id}`, { ...mapper, id });
  }

  /** Keycloak makes this scope with the realm. Its other settings stay. */
  private async writeMembership(found: FoundScope | undefined): Promise<void> {
    if (found === undefined) throw new Error(`the realm has no client scope ${organizationScope}`);
    const path = `/client-scopes/${found.id}/protocol-mappers/models`;
    const [name, mapper] = Object.entries(found.mappers).find(
      ([, { protocolMapper }]) => protocolMapper === wantedMembershipMapper.protocolMapper,
    ) ?? [organizationScope, undefined];
    const config = { ...mapper?.config, ...wantedMembershipMapper.config };
    await this.writeMapper(path, mapperOf(name, { ...wantedMembershipMapper, config }), mapper?.id);
  }

  private async writeFlows(wanted: PeoplePreparation, found: FoundPeople): Promise<void> {
    const writer = new FlowWriter(this.api);
    for (const flow of wantedFlows(wanted)) {
      const isThere = isDeepStrictEqual(wantedSteps(flow.steps), found.flows[flow.alias]);
      if (!isThere) await writer.write(flow);
    }
  }

  private async writeClient(
    { clientId, flow, members, secret }: WantedClient,
    found: FoundClient | undefined,
  ): Promise<void> {
    const flows = await this.api.list<FlowRepresentation>('/authentication/flows');
    const browser = flows.find(({ alias }) => alias === flow)?.id;
    const client = {
      clientId,
      ...members,
      ...(secret !== undefined && { secret }),
      authenticationFlowBindingOverrides: { browser },
    };
    if (found === undefined) {
      const { defaults: defaultClientScopes, optional: optionalClientScopes } = wantedClientScopes;
      await this.api.call('POST', '/clients', { ...client, defaultClientScopes, optionalClientScopes });
      return;
    }
    const path = `/clients/${found.id}`;
    await this.api.call('PUT', path, client);
    const { protocolMappers = [] } = found.members as { readonly protocolMappers?: readonly Identified[] };
    for (const { id } of protocolMappers) {
      await this.api.call('DELETE', `${path}/protocol-mappers/models/${id}`);
    }
    await this.assignScopes(found);
  }

  private async assignScopes({ id, defaultScopes, optionalScopes }: FoundClient): Promise<void> {
    const all = await this.api.list<Identified & { readonly name: string }>('/client-scopes');
    const kinds = [
      { kind: 'default', held: defaultScopes, wanted: wantedClientScopes.defaults },
      { kind: 'optional', held: optionalScopes, wanted: wantedClientScopes.optional },
    ];
    const change = async (method: string, names: readonly string[], kind: string): Promise<void> => {
      for (const scope of all.filter(({ name }) => names.includes(name))) {
        await this.api.call(method, `/clients/${id}/${kind}-client-scopes/${scope.id}`);
      }
    };
    // A scope is of one kind, so every excess goes first.
    for (const { kind, held, wanted } of kinds) {
      const excess = held.filter((name) => !wanted.includes(name));
      await change('DELETE', excess, kind);
    }
    for (const { kind, held, wanted } of kinds) {
      const missing = wanted.filter((name) => !held.includes(name));
      await change('PUT', missing, kind);
    }
  }

  private async writeOrganization(
    wanted: WantedOrganization,
    found: FoundOrganization | undefined,
  ): Promise<void> {
    const alias = wanted.id;
    const members = wantedOrganizationMembers(wanted);
    if (found === undefined) {
      await this.api.call('POST', '/organizations', { name: alias, alias, domains: [], ...members });
    } else if (driftsOf(members, found, alias).length > 0) {
      const path = `/organizations/${found.id}`;
      const current = (await this.api.call('GET', path)) as object;
      const attributes = { ...found.attributes, ...members.attributes };
      await this.api.call('PUT', path, { ...current, ...members, attributes });
    }
    const made = found ?? (await this.findOrganization(alias));
    const missing = organizationGroups.filter((name) => !(found?.groups ?? []).includes(name));
    for (const name of missing) {
      await this.api.call('POST', `/organizations/${made.id}/groups`, { name });
    }
  }

  private async findOrganization(alias: string): Promise<Identified> {
    const all = await this.api.listAll<Identified & { readonly alias: string }>('/organizations');
    const found = all.find((organization) => organization.alias === alias);
    if (found === undefined) throw new Error(`the organization ${alias} was deleted while it was prepared`);
    return found;
  }
}

function mapperOf(name: string, { protocolMapper, config }: WantedMapper) {
  return { name, protocol: 'openid-connect', protocolMapper, config };
}
