import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listedSteps, type ListedStep } from '../../src/flow-steps';
import { type FoundOrganization, type FoundPeople } from '../../src/found-people';
import { type WantedMapper } from '../../src/wanted-people';

type Members = Readonly<Record<string, unknown>>;

interface FileExecution {
  readonly requirement: string;
  readonly authenticator?: string;
  readonly authenticatorConfig?: string;
  readonly flowAlias?: string;
}

interface FileFlow {
  readonly id: string;
  readonly alias: string;
  readonly authenticationExecutions: readonly FileExecution[];
}

interface FileClient extends Members {
  readonly clientId: string;
  readonly protocolMappers?: readonly { readonly name: string }[];
  readonly defaultClientScopes: readonly string[];
  readonly optionalClientScopes: readonly string[];
  readonly authenticationFlowBindingOverrides: { readonly browser?: string };
}

/** A realm file, as far as it is compared. */
export interface RealmFile extends Members {
  readonly clients: readonly FileClient[];
  readonly users: readonly { readonly clientRoles?: Readonly<Record<string, readonly string[]>> }[];
  readonly clientScopes: readonly {
    readonly name: string;
    readonly attributes?: Readonly<Record<string, string>>;
    readonly protocolMappers?: readonly (WantedMapper & { readonly name: string })[];
  }[];
  readonly authenticationFlows: readonly FileFlow[];
  readonly authenticatorConfig: readonly {
    readonly alias: string;
    readonly config: Readonly<Record<string, string>>;
  }[];
  readonly organizations: readonly {
    readonly alias: string;
    readonly name: string;
    readonly attributes?: FoundOrganization['attributes'];
    readonly enabled: boolean;
    readonly groups: readonly { readonly name: string }[];
  }[];
}

/** The file that Compose imports. */
export const shippedFile = join(__dirname, '../../../../docker/keycloak/governance-realm.json');

export function readRealmFile(file: string): RealmFile {
  return JSON.parse(readFileSync(file, 'utf8')) as RealmFile;
}

/** What a server that has imported the file finds. */
export function foundIn(file: RealmFile): FoundPeople {
  const { clients, clientScopes, authenticationFlows, organizations } = file;
  const tops = authenticationFlows.filter(({ alias }) => !alias.includes(' '));
  const clientsOfPeople = clients.filter(({ clientId }) => clientId !== 'governance-service');
  return {
    realm: file,
    scopes: Object.fromEntries(
      clientScopes.map(({ name, attributes = {}, protocolMappers = [] }) => [
        name,
        { id: '', attributes, mappers: namedMappers(protocolMappers) },
      ]),
    ),
    flows: Object.fromEntries(tops.map((flow) => [flow.alias, stepsOf(flow, file)])),
    clients: Object.fromEntries(
      clientsOfPeople.map((client) => [
        client.clientId,
        {
          id: '',
          members: client,
          mappers: (client.protocolMappers ?? []).map(({ name }) => name),
          defaultScopes: client.defaultClientScopes,
          optionalScopes: client.optionalClientScopes,
          flow: tops.find(({ id }) => id === client.authenticationFlowBindingOverrides.browser)?.alias,
        },
      ]),
    ),
    organizations: Object.fromEntries(
      organizations.map(({ alias, name, attributes = {}, enabled, groups }) => [
        alias,
        { id: '', name, attributes, enabled, groups: groups.map((group) => group.name) },
      ]),
    ),
  };
}

function namedMappers(mappers: readonly (WantedMapper & { readonly name: string })[]) {
  return Object.fromEntries(mappers.map((mapper) => [mapper.name, { ...mapper, id: '' }]));
}

function stepsOf(flow: FileFlow, file: RealmFile) {
  const configs = new Map<string, Readonly<Record<string, string>>>();
  const listed: ListedStep[] = [];
  const visit = ({ authenticationExecutions }: FileFlow, level: number): void => {
    for (const { requirement, authenticator, authenticatorConfig, flowAlias } of authenticationExecutions) {
      const id = String(listed.length);
      const config = file.authenticatorConfig.find(({ alias }) => alias === authenticatorConfig)?.config;
      if (config) configs.set(id, config);
      const isFlow = flowAlias !== undefined;
      const name = isFlow ? { displayName: flowAlias } : { providerId: authenticator ?? '' };
      listed.push({ id, level, requirement, authenticationFlow: isFlow, ...name });
      const inner = file.authenticationFlows.find(({ alias }) => alias === flowAlias);
      if (inner) visit(inner, level + 1);
    }
  };
  visit(flow, 0);
  return listedSteps(listed, configs);
}
