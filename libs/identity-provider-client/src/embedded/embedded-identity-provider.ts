import {
  type ClientAuthentication,
  ClientUnknown,
  IdentityProvider,
  IdentityProviderUnavailable,
  keyAlgorithms as allKeyAlgorithms,
  type KeyGrant,
  type NewClient,
  type ProviderClient,
} from '@governance/iam';
import { type z } from 'zod';
import { clientId as clientIdSchema, clientPage, clientWith, notFound, nothing } from './client-answers';
import { type EmbeddedSettings } from './embedded-settings';
import { ManagementApi, type ManagementCall } from './management-api';

/** A key in a request, with the member names of the management API. */
interface KeyBody {
  readonly publicKey: string;
  readonly expiresAt?: string;
}

const pageSize = 100;

/** The provider that is part of the product and runs in its own process (docs/identity-provider.md). Every change is one call. */
export class EmbeddedIdentityProvider extends IdentityProvider {
  readonly keyAlgorithms = new Set(allKeyAlgorithms);
  private readonly api: ManagementApi;

  constructor(settings: EmbeddedSettings) {
    super();
    this.api = new ManagementApi(settings);
  }

  override createClient(client: NewClient): Promise<ProviderClient> {
    const { tag, revision, orgId, name, permissions, authentication } = client;
    const body = {
      revision,
      orgId,
      name,
      permissions: [...permissions],
      authentication: bodyOf(authentication),
    };
    return this.api.call({ method: 'PUT', path: tagPath(tag), body }, { 200: clientWith({ tag, revision }) });
  }

  override rotateSecret(
    clientId: string,
    { secret, revision }: { readonly secret: string; readonly revision: string },
  ): Promise<ProviderClient> {
    return this.change(clientId, { method: 'PUT', path: '/secret', body: { revision, secret } });
  }

  override replaceKey(
    clientId: string,
    { revision, ...grant }: KeyGrant & { readonly revision: string },
  ): Promise<ProviderClient> {
    return this.change(clientId, { method: 'PUT', path: '/key', body: { revision, ...keyBodyOf(grant) } });
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
  return clientIdSchema.safeParse(clientId).success ? `/clients/${clientId}` : undefined;
}

function bodyOf(authentication: ClientAuthentication): Readonly<Record<string, unknown>> {
  return authentication.kind === 'secret'
    ? { method: 'secret', secret: authentication.secret }
    : { method: 'key', ...keyBodyOf(authentication) };
}

function keyBodyOf({ key, expiresAt }: KeyGrant): KeyBody {
  return { publicKey: key.spkiPem, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) };
}
