import {
  type AcceptedKey,
  type ClientAuthentication,
  ClientUnknown,
  IdentityProvider,
  IdentityProviderUnavailable,
  isInNetworks,
  type KeyAlgorithm,
  keyAlgorithms,
  type KeyGrant,
  type NewClient,
  type ProviderCapabilities,
  type ProviderClient,
  publicKeyOf,
  type Replacement,
  type SecretGrant,
} from '../../src';
import { createPublicKey, randomUUID } from 'node:crypto';
import { FaultyWire } from './faulty-wire';
import { previousEnd } from './previous-end';
import { type ClientProof } from './identity-provider-harness';

/** A client as this provider stores it. */
interface StoredClient {
  readonly clientId: string;
  readonly tag: string;
  name: string;
  revision: string;
  secret: string | undefined;
  /** The registered keys; only the one in use and the previous one authenticate. */
  readonly keys: Map<string, AcceptedKey>;
  keyInUse: string | undefined;
  /** Of the secret or of the key in use. */
  expiresAt: Date | undefined;
  /** The secret, or the thumbprint of the key, that still works during an overlap. */
  previous: { readonly proof: string | undefined; readonly expiresAt: Date } | undefined;
  /** Without a grant the client gets no token. */
  grant: Pick<NewClient, 'orgId' | 'permissions' | 'allowedNetworks'> | undefined;
}

const tokenSeconds = 600;
/** The limit of Auth0; a third key is refused. */
const mostKeys = 2;

/**
 * A provider in memory, as awkward as real ones: it needs two calls to create a client and three to replace a key, allows
 * two keys, and can lose the request or response of any call (`wire`). It issues tokens, as claims, to authenticated clients.
 */
export class InMemoryIdentityProvider extends IdentityProvider {
  readonly issuer = 'https://issuer.example.org';
  capabilities: ProviderCapabilities;
  /** The clock of the provider. */
  now = (): Date => new Date();
  /** The address of the clients. */
  clientAddress = '127.0.0.1';
  protected readonly clients = new Map<string, StoredClient>();

  constructor(
    algorithms: ReadonlySet<KeyAlgorithm> = new Set(keyAlgorithms),
    readonly wire = new FaultyWire(() => new IdentityProviderUnavailable()),
  ) {
    super();
    this.capabilities = {
      keyAlgorithms: algorithms,
      overlap: true,
      networks: true,
      expiry: true,
      foreignKid: true,
      scopeNarrowing: false,
    };
  }

  async createClient(client: NewClient): Promise<ProviderClient> {
    const { tag, name, revision, orgId, permissions, allowedNetworks, authentication } = client;
    const found = await this.findClient(tag);
    const clientId = found?.clientId ?? (await this.wire.call(() => this.insert(client)));
    if (found) {
      await this.authenticateBy(clientId, authentication, revision);
      await this.renameClient(clientId, { name, revision });
    }
    await this.wire.call(() => {
      this.stored(clientId).grant = { orgId, permissions, allowedNetworks };
    });
    return { clientId, tag, revision };
  }

  rotateSecret(clientId: string, change: SecretGrant & Replacement): Promise<ProviderClient> {
    return this.update(clientId, (client) => {
      const { secret, expiresAt, revision } = change;
      if (client.revision === revision && client.secret === secret) return;
      const previous = previousOf(client, client.secret, change);
      Object.assign(client, { secret, expiresAt, previous, revision });
    });
  }

  async replaceKey(clientId: string, change: KeyGrant & Replacement): Promise<ProviderClient> {
    const { key, expiresAt, overlapUntil, revision } = change;
    const registered = await this.wire.call(() => [...this.stored(clientId).keys.keys()]);
    if (this.stored(clientId).revision === revision && this.stored(clientId).keyInUse === key.thumbprint) {
      return this.removeKeysExcept(clientId, registered, [
        key.thumbprint,
        this.stored(clientId).previous?.proof,
      ]);
    }
    // A key left by an earlier replacement would exceed the limit.
    for (const unused of registered.filter((thumbprint) => thumbprint !== this.stored(clientId).keyInUse)) {
      await this.wire.call(() => this.stored(clientId).keys.delete(unused));
    }
    await this.wire.call(() => {
      this.addKey(this.stored(clientId), key);
    });
    await this.update(clientId, (client) => {
      const previous = previousOf(client, client.keyInUse, change);
      Object.assign(client, { keyInUse: key.thumbprint, expiresAt, previous, revision });
    });
    const kept = [key.thumbprint, overlapUntil && this.stored(clientId).previous?.proof];
    return this.removeKeysExcept(clientId, registered, kept);
  }

  endOverlap(clientId: string, { revision }: { readonly revision: string }): Promise<ProviderClient> {
    return this.update(clientId, (client) => {
      const { previous, keyInUse } = client;
      if (previous?.proof !== undefined && previous.proof !== keyInUse) client.keys.delete(previous.proof);
      Object.assign(client, { previous: undefined, revision });
    });
  }

  renameClient(
    clientId: string,
    { name, revision }: { readonly name: string; readonly revision: string },
  ): Promise<ProviderClient> {
    return this.update(clientId, (client) => Object.assign(client, { name, revision }));
  }

  async deleteClient(clientId: string): Promise<void> {
    await this.wire.call(() => this.clients.delete(clientId));
  }

  async findClient(tag: string): Promise<ProviderClient | undefined> {
    const found = await this.wire.call(() => [...this.clients.values()].find((client) => client.tag === tag));
    return found && seen(found);
  }

  async *listClients(): AsyncGenerator<ProviderClient> {
    yield* await this.wire.call(() => [...this.clients.values()].map(seen));
  }

  /** The response of the token endpoint; undefined when it refuses. Not a call of the adapter. */
  requestToken(proof: ClientProof): Promise<Readonly<Record<string, unknown>> | undefined> {
    const client = this.clients.get(proof.clientId);
    if (!client?.grant || !isAuthentic(client, proof, this.now())) return Promise.resolve(undefined);
    const { orgId, permissions, allowedNetworks } = client.grant;
    if (allowedNetworks && !this.isInside(allowedNetworks)) return Promise.resolve(undefined);
    const { clientId } = client;
    const iat = Math.floor(this.now().getTime() / 1000);
    const standing = { iss: this.issuer, sub: clientId, client_id: clientId, iat, exp: iat + tokenSeconds };
    return Promise.resolve({ ...standing, org_id: orgId, permissions: [...permissions], scope: '' });
  }

  protected isInside(networks: readonly string[]): boolean {
    return isInNetworks(networks, this.clientAddress);
  }

  protected stored(clientId: string): StoredClient {
    const client = this.clients.get(clientId);
    if (!client) throw new ClientUnknown();
    return client;
  }

  protected update(clientId: string, change: (client: StoredClient) => void): Promise<ProviderClient> {
    return this.wire.call(() => {
      const client = this.stored(clientId);
      change(client);
      return seen(client);
    });
  }

  protected insert({ tag, name, revision, authentication }: NewClient): string {
    const clientId = randomUUID();
    const client: StoredClient = {
      clientId,
      tag,
      name,
      revision,
      secret: undefined,
      keys: new Map(),
      keyInUse: undefined,
      expiresAt: authentication.expiresAt,
      previous: undefined,
      grant: undefined,
    };
    if (authentication.kind === 'secret') client.secret = authentication.secret;
    else {
      this.addKey(client, authentication.key);
      client.keyInUse = authentication.key.thumbprint;
    }
    this.clients.set(clientId, client);
    return clientId;
  }

  private async authenticateBy(
    clientId: string,
    authentication: ClientAuthentication,
    revision: string,
  ): Promise<void> {
    if (authentication.kind === 'secret') {
      const { secret, expiresAt } = authentication;
      await this.rotateSecret(clientId, { secret, expiresAt, revision });
    } else {
      await this.replaceKey(clientId, { ...authentication, revision });
    }
  }

  private async removeKeysExcept(
    clientId: string,
    registered: readonly string[],
    kept: readonly (string | undefined)[],
  ): Promise<ProviderClient> {
    for (const old of registered.filter((thumbprint) => !kept.includes(thumbprint))) {
      await this.wire.call(() => this.stored(clientId).keys.delete(old));
    }
    return seen(this.stored(clientId));
  }

  private addKey({ keys }: StoredClient, key: AcceptedKey): void {
    keys.set(key.thumbprint, key);
    if (keys.size > mostKeys) throw new Error(`a client has at most ${mostKeys} keys`);
  }
}

function seen({ clientId, tag, revision }: StoredClient): ProviderClient {
  return { clientId, tag, revision };
}

function previousOf(
  { expiresAt }: StoredClient,
  proof: string | undefined,
  change: { readonly overlapUntil?: Date | undefined; readonly expiresAt?: Date | undefined },
): StoredClient['previous'] {
  const { overlapUntil } = change;
  return overlapUntil && { proof, expiresAt: previousEnd(overlapUntil, expiresAt, change.expiresAt) };
}

function isAuthentic(client: StoredClient, proof: ClientProof, now: Date): boolean {
  const { secret, keyInUse, keys, expiresAt, previous } = client;
  const shown = 'secret' in proof ? proof.secret : thumbprintOf(proof.privatePem);
  const isKnown = 'secret' in proof || keys.has(shown);
  const isCurrent = shown === (secret ?? keyInUse) && (expiresAt === undefined || expiresAt > now);
  const isPrevious = shown === previous?.proof && previous.expiresAt > now;
  return isKnown && (isCurrent || isPrevious);
}

function thumbprintOf(privatePem: string): string {
  const pem = createPublicKey(privatePem).export({ type: 'spki', format: 'pem' });
  return publicKeyOf(pem.toString()).thumbprint;
}
