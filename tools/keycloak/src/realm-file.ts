import { workloadIssuerAlias } from '@governance/identity-provider-client';
import { createHash } from 'node:crypto';
import { type WantedStep } from './flow-steps';
import { type FoundOrganization } from './found-people';
import { type Preparation } from './preparation';
import { consoleClientId, wantedClients } from './wanted-clients';
import { wantedFlows, wantedOrganizationMembers, wantedPeopleRealm } from './wanted-people';
import { wantedRealm } from './wanted-realm';

type Members = Readonly<Record<string, unknown>>;

/** A flow of the realm, as an export has it. */
interface ExportedFlow extends Members {
  readonly id: string;
  readonly alias: string;
  readonly authenticationExecutions?: readonly (Members & { readonly authenticatorConfig?: string })[];
}

interface ExportedClient extends Members {
  readonly clientId: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly authenticationFlowBindingOverrides?: Readonly<Record<string, string>>;
}

/** What Keycloak exports of a realm, as far as it is used. */
export interface ExportedRealm extends Members {
  readonly clients: readonly ExportedClient[];
  readonly users: readonly (Members & { readonly serviceAccountClientId?: string })[];
  readonly clientScopes: readonly (Members & { readonly name: string })[];
  readonly authenticationFlows: readonly ExportedFlow[];
  readonly authenticatorConfig: readonly (Members & { readonly alias: string })[];
  readonly identityProviders?: readonly (Members & { readonly alias: string })[];
}

/** Keycloak replaces them with the variables of its environment while it imports. */
const secretPlaceholder = '${KEYCLOAK_CLIENT_SECRET}';
const consoleSecretPlaceholder = '${KEYCLOAK_CONSOLE_SECRET}';

/** Members that Keycloak generates. With ids, a file could be imported once per server only. */
const generated = new Set([
  'id',
  'internalId',
  'containerId',
  'createdTimestamp',
  'realm_client',
  'client.secret.creation.time',
]);

/**
 * A file for `--import-realm`: the wanted members of the realm, without users and secrets. Keycloak adds its own flows, roles
 * and keys itself. It does not add its own client scopes to a file that has some, so the file has all of them.
 */
export function realmFileOf(
  { realm, clientId, people, workloadIssuers }: Preparation,
  exported: ExportedRealm,
  organizations: Readonly<Record<string, FoundOrganization | undefined>>,
): Members {
  const flows = flowsOf(people === undefined ? [] : wantedFlows(people), exported);
  const configs = new Set(
    flows.flatMap(({ authenticationExecutions = [] }) =>
      authenticationExecutions.map(({ authenticatorConfig }) => authenticatorConfig),
    ),
  );
  const clientIds = [
    clientId,
    ...(people === undefined ? [] : wantedClients(people).map((each) => each.clientId)),
  ];
  const secrets = new Map([[clientId, secretPlaceholder]]);
  if (people?.console?.clientSecret !== undefined) secrets.set(consoleClientId, consoleSecretPlaceholder);
  return {
    realm,
    ...wantedRealm,
    ...(people !== undefined && wantedPeopleRealm),
    ...cleaned({
      clients: exported.clients
        .filter((client) => clientIds.includes(client.clientId))
        .map((client) => clientOf(client, { flows, realm, secrets })),
      users: exported.users.filter(({ serviceAccountClientId }) => serviceAccountClientId === clientId),
      clientScopes: exported.clientScopes,
      defaultDefaultClientScopes: exported.defaultDefaultClientScopes,
      defaultOptionalClientScopes: exported.defaultOptionalClientScopes,
      scopeMappings: exported.scopeMappings,
      ...issuersOf(workloadIssuers, exported),
      authenticatorConfig: exported.authenticatorConfig.filter(({ alias }) => configs.has(alias)),
    }),
    authenticationFlows: flows.map((flow) => ({ id: flowIdOf(flow, realm), ...cleaned<Members>(flow) })),
    organizations: (people?.organizations ?? []).map((wanted) => ({
      name: wanted.id,
      alias: wanted.id,
      domains: [],
      ...wantedOrganizationMembers(wanted),
      groups: (organizations[wanted.id]?.groups ?? []).map((name) => ({ name })),
    })),
  };
}

/** A realm without trust rules has no such member. */
function issuersOf(
  wanted: Preparation['workloadIssuers'],
  { identityProviders = [] }: ExportedRealm,
): Pick<ExportedRealm, 'identityProviders'> {
  const aliases = new Set(wanted.map(({ issuer }) => workloadIssuerAlias(issuer)));
  const found = identityProviders.filter(({ alias }) => aliases.has(alias));
  return found.length === 0 ? {} : { identityProviders: found };
}

function flowsOf(
  wanted: ReturnType<typeof wantedFlows>,
  { authenticationFlows }: ExportedRealm,
): readonly ExportedFlow[] {
  const aliases = new Set(wanted.flatMap(({ alias, steps }) => [alias, ...aliasesOf(steps)]));
  const found = authenticationFlows.filter(({ alias }) => aliases.has(alias));
  return found.toSorted((a, b) => (a.alias < b.alias ? -1 : 1));
}

function aliasesOf(steps: readonly WantedStep[]): readonly string[] {
  return steps.flatMap((step) => ('flow' in step ? [step.flow, ...aliasesOf(step.steps)] : []));
}

/** A client names its flow by its id. This one is the same in each export. */
function flowIdOf({ alias }: ExportedFlow, realm: string): string {
  const digits = createHash('sha256').update(`${realm} ${alias}`).digest('hex');
  return digits.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

interface FileContext {
  readonly flows: readonly ExportedFlow[];
  readonly realm: string;
  /** Placeholders, by client id. */
  readonly secrets: ReadonlyMap<string, string>;
}

function clientOf(client: ExportedClient, { flows, realm, secrets }: FileContext): Members {
  const { authenticationFlowBindingOverrides: bound = {}, ...members } = client;
  const overrides = Object.entries(bound).map(([kind, id]) => {
    const flow = flows.find((each) => each.id === id);
    return [kind, flow === undefined ? id : flowIdOf(flow, realm)];
  });
  const secret = secrets.get(client.clientId);
  return {
    ...members,
    authenticationFlowBindingOverrides: Object.fromEntries(overrides) as Members,
    // An export masks it.
    ...(secret !== undefined && { secret }),
  };
}

/** Without generated members, and with names in a fixed order, so that two exports of the same realm are the same text. */
function cleaned<Value>(value: Value): Value {
  if (Array.isArray(value)) return orderedList(value.map((item: unknown) => cleaned(item))) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !generated.has(name));
  const kept = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(kept.map(([name, member]) => [name, cleaned(member as unknown)])) as Value;
}

/** Steps keep their order. Other lists of Keycloak have none, and it returns them in any. */
function orderedList(items: readonly unknown[]): readonly unknown[] {
  const hasOrder = items.some((item) => typeof item === 'object' && item !== null && 'priority' in item);
  if (hasOrder) return items;
  const keyed = items.map((item) => ({ key: keyOf(item), item }));
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}

/** The name first, for the reader. */
function keyOf(item: unknown): string {
  const text = JSON.stringify(item);
  if (typeof item !== 'object' || item === null) return text;
  const { name, alias, clientId } = item as Members;
  return `${[name, alias, clientId].find((each) => typeof each === 'string') ?? ''} ${text}`;
}
