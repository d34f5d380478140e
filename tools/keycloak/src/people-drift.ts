import { type Drift, driftsOf, exactDriftsOf } from './drift';
import { wantedSteps } from './flow-steps';
import { type FoundClient, type FoundPeople, type FoundScope } from './found-people';
import { type WantedClient, wantedClients, wantedClientScopes } from './wanted-clients';
import {
  organizationGroups,
  organizationScope,
  type PeoplePreparation,
  wantedFlows,
  wantedMembershipMapper,
  type WantedOrganization,
  wantedOrganizationMembers,
  wantedPeopleRealm,
  type WantedScope,
  wantedScopes,
} from './wanted-people';

/** What differs from the wanted state, of a realm for users. */
export function peopleDriftsOf(wanted: PeoplePreparation, found: FoundPeople, realm: string): Drift[] {
  const scopes = Object.entries(wantedScopes(wanted));
  return [
    ...driftsOf(wantedPeopleRealm, found.realm, realm),
    ...scopes.flatMap(([name, scope]) => scopeDrifts(scope, found.scopes[name], `scope ${name}`)),
    ...membershipDrifts(found.scopes[organizationScope]),
    ...wantedFlows(wanted).flatMap(({ alias, steps }) =>
      exactDriftsOf(wantedSteps(steps), found.flows[alias], `flow ${alias}`),
    ),
    ...wantedClients(wanted).flatMap((client) => clientDrifts(client, found.clients[client.clientId])),
    ...wanted.organizations.flatMap((organization) => organizationDrifts(organization, found)),
  ];
}

function scopeDrifts(wanted: WantedScope, found: FoundScope | undefined, place: string): Drift[] {
  const { attributes, mappers } = wanted;
  const excess = Object.keys(found?.mappers ?? {}).filter((name) => !(name in mappers));
  return [
    ...driftsOf({ attributes, mappers }, found, place),
    ...excess.map((name) => ({ place: `${place}.mappers.${name}`, wanted: undefined, found: 'a mapper' })),
  ];
}

function membershipDrifts(found: FoundScope | undefined): Drift[] {
  const ofType = Object.values(found?.mappers ?? {}).find(
    ({ protocolMapper }) => protocolMapper === wantedMembershipMapper.protocolMapper,
  );
  return driftsOf(wantedMembershipMapper, ofType, `scope ${organizationScope}.membership`);
}

/** Attributes as Keycloak has them that are not set. */
const unset = {
  'pkce.code.challenge.method': '',
  'access.token.lifespan': '',
  'oauth2.device.authorization.grant.enabled': 'false',
};

function clientDrifts({ clientId, members, flow }: WantedClient, found: FoundClient | undefined): Drift[] {
  const { attributes = {}, ...others } = found?.members ?? {};
  const scopes = { defaultScopes: wantedClientScopes.defaults, optionalScopes: wantedClientScopes.optional };
  return [
    ...driftsOf(
      members,
      found && { ...others, attributes: { ...unset, ...(attributes as object) } },
      clientId,
    ),
    ...driftsOf({ ...scopes, flow, mappers: [] }, found, clientId),
  ];
}

function organizationDrifts(wanted: WantedOrganization, { organizations }: FoundPeople): Drift[] {
  const found = organizations[wanted.id];
  const place = `organization ${wanted.id}`;
  const missing = organizationGroups.filter((name) => !(found?.groups ?? []).includes(name));
  return [
    ...driftsOf(wantedOrganizationMembers(wanted), found, place),
    ...missing.map((name) => ({ place: `${place}.groups.${name}`, wanted: 'a group', found: undefined })),
  ];
}
