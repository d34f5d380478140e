import {
  ClientUnknown,
  IdentityProvider,
  IdentityProviderUnavailable,
  type KeyGrant,
  type NewClient,
  type ProviderClient,
  type Replacement,
  type SecretGrant,
} from '@governance/iam';
import * as z from 'zod';
import { conflict, done, noClient } from './admin-answers';
import { AdminApi } from './admin-api';
import {
  authenticationMembers,
  changeOf,
  clientRepresentation,
  newRepresentation,
  ownClient,
} from './client-representation';
import { identityProviderCapabilities } from '../identity-provider-capabilities';
import { type KeycloakSettings } from './keycloak-settings';

/** Keycloak takes tens of milliseconds for each client of a page. */
const pageSize = 20;
const uuid = z.uuid();

/** The clients of a realm of Keycloak 26.7 (docs/keycloak.md). Every change is one call. */
export class KeycloakIdentityProvider extends IdentityProvider {
  readonly capabilities = identityProviderCapabilities.keycloak;
  private readonly api: AdminApi;

  constructor(private readonly settings: KeycloakSettings) {
    super();
    this.api = new AdminApi(settings);
  }

  override async createClient(client: NewClient): Promise<ProviderClient> {
    const { tag, revision, allowedNetworks } = client;
    const { audience, clientPrefix } = this.settings;
    if (audience === undefined) throw new TypeError('the settings name no audience for new clients');
    if (!uuid.safeParse(tag).success) throw new TypeError('the tag of a client must be a UUID');
    if (allowedNetworks !== undefined) throw new TypeError('Keycloak does not check allowed networks');
    const clientId = clientPrefix + tag;
    const body = newRepresentation(client, clientId, audience);
    const isNew = await this.api.call(
      { method: 'POST', path: '/clients', body },
      { 201: done, 409: conflict },
    );
    if (!isNew && !(await this.put(tag, body))) {
      throw new IdentityProviderUnavailable({ cause: new Error(`another client has the id ${clientId}`) });
    }
    return { clientId, tag, revision };
  }

  override rotateSecret(
    clientId: string,
    { secret, revision, overlapUntil }: SecretGrant & Replacement,
  ): Promise<ProviderClient> {
    refuseOverlap(overlapUntil);
    return this.change(clientId, revision, authenticationMembers({ kind: 'secret', secret }));
  }

  override replaceKey(
    clientId: string,
    { key, expiresAt, revision, overlapUntil }: KeyGrant & Replacement,
  ): Promise<ProviderClient> {
    refuseOverlap(overlapUntil);
    return this.change(clientId, revision, authenticationMembers({ kind: 'key', key, expiresAt }));
  }

  /** There is no overlap to end. */
  override endOverlap(
    clientId: string,
    { revision }: { readonly revision: string },
  ): Promise<ProviderClient> {
    return this.change(clientId, revision);
  }

  override renameClient(
    clientId: string,
    { name, revision }: { readonly name: string; readonly revision: string },
  ): Promise<ProviderClient> {
    return this.change(clientId, revision, { name });
  }

  override async deleteClient(clientId: string): Promise<void> {
    const tag = this.tagOf(clientId);
    if (tag === undefined) return;
    await this.api.call({ method: 'DELETE', path: `/clients/${tag}` }, { 204: done, 404: noClient });
  }

  override async findClient(tag: string): Promise<ProviderClient | undefined> {
    if (!uuid.safeParse(tag).success) return undefined;
    const { clientPrefix } = this.settings;
    const found = clientRepresentation.extend({ id: z.literal(tag) });
    return this.api.call<ProviderClient | undefined>(
      { method: 'GET', path: `/clients/${tag}` },
      {
        200: found.transform((client) => ownClient(client, clientPrefix)),
        404: noClient.transform(() => undefined),
      },
    );
  }

  /** Reads every page before the first client: the reconciler deletes clients as it reads, which moves Keycloak's offsets. */
  override async *listClients(): AsyncGenerator<ProviderClient> {
    const own = new Map<string, ProviderClient>();
    const seen = new Set<string>();
    for (let first = 0; ; first += pageSize) {
      const page = await this.pageOfClients(first);
      if (page.length > 0 && page.every(({ id }) => seen.has(id))) {
        throw new IdentityProviderUnavailable({ cause: new Error('its pages do not end') });
      }
      for (const each of page) {
        seen.add(each.id);
        const client = ownClient(each, this.settings.clientPrefix);
        if (client !== undefined) own.set(client.tag, client);
      }
      if (page.length < pageSize) break;
    }
    yield* own.values();
  }

  private pageOfClients(first: number): Promise<z.output<typeof clientRepresentation>[]> {
    const query = new URLSearchParams({
      clientId: this.settings.clientPrefix,
      search: 'true',
      first: String(first),
      max: String(pageSize),
    });
    const path = `/clients?${query.toString()}`;
    return this.api.call({ method: 'GET', path }, { 200: z.array(clientRepresentation) });
  }

  private async change(
    clientId: string,
    revision: string,
    members?: Readonly<Record<string, unknown>>,
  ): Promise<ProviderClient> {
    const tag = this.tagOf(clientId);
    if (tag === undefined || !(await this.put(tag, changeOf(revision, members)))) throw new ClientUnknown();
    return { clientId, tag, revision };
  }

  /** Keycloak keeps what the body does not name. Returns false when there is no such client. */
  private put(tag: string, body: Readonly<Record<string, unknown>>): Promise<boolean> {
    return this.api.call({ method: 'PUT', path: `/clients/${tag}`, body }, { 204: done, 404: noClient });
  }

  /** Undefined for a client id that this deployment cannot have created. */
  private tagOf(clientId: string): string | undefined {
    const { clientPrefix } = this.settings;
    const tag = clientId.startsWith(clientPrefix) ? clientId.slice(clientPrefix.length) : '';
    return uuid.safeParse(tag).success ? tag : undefined;
  }
}

function refuseOverlap(overlapUntil: Date | undefined): void {
  if (overlapUntil !== undefined) throw new TypeError('Keycloak accepts one secret or key at a time');
}
