import {
  type ClientAuthentication,
  ClientUnknown,
  IdentityProvider,
  IdentityProviderUnavailable,
  type KeyGrant,
  type NewClient,
  type ProviderClient,
  type Replacement,
  type SecretGrant,
} from '@governance/iam';
import type * as z from 'zod';
import {
  clientResponse,
  type putClientKeyRequest,
  type putClientRequest,
  type putClientSecretRequest,
} from '../contract';
import { clientPage, clientWith, notFound, nothing } from './client-answers';
import { identityProviderCapabilities } from '../identity-provider-capabilities';
import { type EmbeddedSettings } from './embedded-settings';
import { ManagementApi, type ManagementCall } from './management-api';

const pageSize = 100;

/** The provider that is part of the product and runs in its own process (docs/identity-provider.md). Every change is one call. */
export class EmbeddedIdentityProvider extends IdentityProvider {
  readonly capabilities = identityProviderCapabilities.embedded;
  private readonly api: ManagementApi;

  constructor(settings: EmbeddedSettings) {
    super();
    this.api = new ManagementApi(settings);
  }

  override createClient(client: NewClient): Promise<ProviderClient> {
    const { tag, revision, orgId, name, permissions, allowedNetworks, authentication } = client;
    const body: z.input<typeof putClientRequest> = {
      revision,
      orgId,
      name,
      permissions: [...permissions],
      allowedNetworks,
      authentication: bodyOf(authentication),
    };
    return this.api.call({ method: 'PUT', path: tagPath(tag), body }, { 200: clientWith({ tag, revision }) });
  }

  override rotateSecret(
    clientId: string,
    { revision, overlapUntil, ...grant }: SecretGrant & Replacement,
  ): Promise<ProviderClient> {
    const body: z.input<typeof putClientSecretRequest> = {
      revision,
      ...secretBodyOf(grant),
      overlapUntil: overlapUntil?.toISOString(),
    };
    return this.change(clientId, { method: 'PUT', path: '/secret', body });
  }

  override replaceKey(
    clientId: string,
    { revision, overlapUntil, ...grant }: KeyGrant & Replacement,
  ): Promise<ProviderClient> {
    const body: z.input<typeof putClientKeyRequest> = {
      revision,
      ...keyBodyOf(grant),
      overlapUntil: overlapUntil?.toISOString(),
    };
    return this.change(clientId, { method: 'PUT', path: '/key', body });
  }

  override endOverlap(
    clientId: string,
    { revision }: { readonly revision: string },
  ): Promise<ProviderClient> {
    return this.change(clientId, { method: 'PUT', path: '/end-of-overlap', body: { revision } });
  }

  override renameClient(
    clientId: string,
    { name, revision }: { readonly name: string; readonly revision: string },
  ): Promise<ProviderClient> {
    return this.change(clientId, { method: 'PATCH', path: '', body: { revision, name } });
  }

  override async deleteClient(clientId: string): Promise<void> {
    const path = clientPath(clientId);
    if (path !== undefined) await this.api.call({ method: 'DELETE', path }, { 204: nothing });
  }

  override findClient(tag: string): Promise<ProviderClient | undefined> {
    return this.api.call<ProviderClient | undefined>(
      { method: 'GET', path: tagPath(tag) },
      { 200: clientWith({ tag }), 404: notFound },
    );
  }

  override async *listClients(): AsyncGenerator<ProviderClient> {
    const seen = new Set<string | undefined>();
    let after: string | undefined;
    do {
      if (seen.has(after)) {
        throw new IdentityProviderUnavailable({ cause: new Error('its pages do not end') });
      }
      seen.add(after);
      const page = await this.pageOfClients(after);
      yield* page.clients;
      after = page.next;
    } while (after !== undefined);
  }

  private pageOfClients(after: string | undefined): Promise<z.output<typeof clientPage>> {
    const query = new URLSearchParams({ limit: String(pageSize), ...(after !== undefined && { after }) });
    return this.api.call({ method: 'GET', path: `/clients?${query.toString()}` }, { 200: clientPage });
  }

  /** `path` is relative to the client's path. */
  private async change(
    clientId: string,
    { path: below, ...call }: ManagementCall & { readonly body: { readonly revision: string } },
  ): Promise<ProviderClient> {
    const path = clientPath(clientId);
    if (path === undefined) throw new ClientUnknown();
    const client = await this.api.call<ProviderClient | undefined>(
      { ...call, path: path + below },
      { 200: clientWith({ clientId, revision: call.body.revision }), 404: notFound },
    );
    if (client === undefined) throw new ClientUnknown();
    return client;
  }
}

function tagPath(tag: string): string {
  return `/client-tags/${encodeURIComponent(tag)}`;
}

/** Undefined for an id that is not a UUID: the provider cannot have such a client. */
function clientPath(clientId: string): string | undefined {
  return clientResponse.shape.clientId.safeParse(clientId).success ? `/clients/${clientId}` : undefined;
}

function bodyOf(authentication: ClientAuthentication): z.input<typeof putClientRequest>['authentication'] {
  return authentication.kind === 'secret'
    ? { method: 'secret', ...secretBodyOf(authentication) }
    : { method: 'key', ...keyBodyOf(authentication) };
}

type SecretBody = Pick<z.input<typeof putClientSecretRequest>, 'secret' | 'expiresAt'>;

function secretBodyOf({ secret, expiresAt }: SecretGrant): SecretBody {
  return { secret, expiresAt: expiresAt?.toISOString() };
}

type KeyBody = Pick<z.input<typeof putClientKeyRequest>, 'publicKey' | 'expiresAt'>;

function keyBodyOf({ key, expiresAt }: KeyGrant): KeyBody {
  return { publicKey: key.spkiPem, expiresAt: expiresAt?.toISOString() };
}
