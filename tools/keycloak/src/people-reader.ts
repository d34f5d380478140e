import { listedSteps, type ListedStep, type StepTable } from './flow-steps';
import { type FoundClient, type FoundOrganization, type FoundPeople, type FoundScope } from './found-people';
import { type Identified, type RealmApi } from './realm-api';
import { wantedClients } from './wanted-clients';
import {
  organizationGroups,
  organizationScope,
  type PeoplePreparation,
  wantedFlows,
  type WantedMapper,
  wantedScopes,
} from './wanted-people';

interface Mapper extends WantedMapper, Identified {
  readonly name: string;
}

interface ScopeRepresentation extends Identified {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly protocolMappers?: readonly Mapper[];
}

export interface FlowRepresentation extends Identified {
  readonly alias: string;
}

interface ClientRepresentation extends Identified {
  readonly defaultClientScopes?: readonly string[];
  readonly optionalClientScopes?: readonly string[];
  readonly protocolMappers?: readonly Mapper[];
  readonly authenticationFlowBindingOverrides?: { readonly browser?: string };
}

interface OrganizationRepresentation extends Identified {
  readonly alias: string;
}

/** Lists do not have the attributes. */
interface WholeOrganization extends Pick<FoundOrganization, 'enabled' | 'name'> {
  readonly attributes?: FoundOrganization['attributes'];
}

/** Reads what a realm has for users. Changes nothing. */
export class PeopleReader {
  constructor(private readonly api: RealmApi) {}

  async read(wanted: PeoplePreparation): Promise<FoundPeople> {
    const realm = (await this.api.findRealm()) as Readonly<Record<string, unknown>> | undefined;
    if (realm === undefined) {
      return { realm, scopes: {}, flows: {}, clients: {}, organizations: {} };
    }
    const flows = await this.api.list<FlowRepresentation>('/authentication/flows');
    return {
      realm,
      scopes: await this.scopes([...Object.keys(wantedScopes(wanted)), organizationScope]),
      flows: await this.flows(
        flows,
        wantedFlows(wanted).map(({ alias }) => alias),
      ),
      clients: await this.clients(
        flows,
        wantedClients(wanted).map(({ clientId }) => clientId),
      ),
      organizations:
        realm.organizationsEnabled === true
          ? await this.organizations(wanted.organizations.map(({ id }) => id))
          : {},
    };
  }

  private async scopes(names: readonly string[]): Promise<Readonly<Record<string, FoundScope>>> {
    const all = await this.api.list<ScopeRepresentation>('/client-scopes');
    return Object.fromEntries(
      all
        .filter(({ name }) => names.includes(name))
        .map(({ id, name, attributes = {}, protocolMappers = [] }) => [
          name,
          { id, attributes, mappers: Object.fromEntries(protocolMappers.map((each) => [each.name, each])) },
        ]),
    );
  }

  private async flows(
    all: readonly FlowRepresentation[],
    aliases: readonly string[],
  ): Promise<Readonly<Record<string, StepTable>>> {
    const found: Record<string, StepTable> = {};
    for (const alias of aliases.filter((wanted) => all.some((flow) => flow.alias === wanted))) {
      found[alias] = await this.steps(alias);
    }
    return found;
  }

  private async steps(alias: string): Promise<StepTable> {
    const listed = await this.api.list<ListedStep>(`/authentication/flows/${alias}/executions`);
    const configs = new Map<string, Readonly<Record<string, string>>>();
    for (const { id, authenticationConfig } of listed) {
      if (authenticationConfig === undefined) continue;
      const found = await this.api.call('GET', `/authentication/config/${authenticationConfig}`);
      const { config = {} } = found as { readonly config?: Readonly<Record<string, string>> };
      configs.set(id, config);
    }
    return listedSteps(listed, configs);
  }

  private async clients(
    flows: readonly FlowRepresentation[],
    clientIds: readonly string[],
  ): Promise<Readonly<Record<string, FoundClient | undefined>>> {
    const found: Record<string, FoundClient | undefined> = {};
    for (const clientId of clientIds) found[clientId] = await this.client(flows, clientId);
    return found;
  }

  private async client(
    flows: readonly FlowRepresentation[],
    clientId: string,
  ): Promise<FoundClient | undefined> {
    const client = await this.api.findClient<ClientRepresentation>(clientId);
    if (client === undefined) return undefined;
    const flowId = client.authenticationFlowBindingOverrides?.browser;
    return {
      id: client.id,
      members: { ...client },
      mappers: (client.protocolMappers ?? []).map(({ name }) => name),
      defaultScopes: client.defaultClientScopes ?? [],
      optionalScopes: client.optionalClientScopes ?? [],
      flow: flows.find(({ id }) => id === flowId)?.alias,
    };
  }

  private async organizations(
    aliases: readonly string[],
  ): Promise<Readonly<Record<string, FoundOrganization>>> {
    if (aliases.length === 0) return {};
    const all = await this.api.listAll<OrganizationRepresentation>('/organizations');
    const found: Record<string, FoundOrganization> = {};
    for (const { id, alias } of all.filter((each) => aliases.includes(each.alias))) {
      const whole = (await this.api.call('GET', `/organizations/${id}`)) as WholeOrganization;
      const { enabled, name, attributes = {} } = whole;
      found[alias] = { id, enabled, name, attributes, groups: await this.groups(id) };
    }
    return found;
  }

  /** The wanted ones of an organization, which may have many more. */
  private async groups(id: string): Promise<readonly string[]> {
    const found: string[] = [];
    for (const search of organizationGroups) {
      const query = new URLSearchParams({ search, exact: 'true' });
      const groups = await this.api.list<{ readonly path: string }>(
        `/organizations/${id}/groups?${query.toString()}`,
      );
      if (groups.some(({ path }) => path === `/${search}`)) found.push(search);
    }
    return found;
  }
}
