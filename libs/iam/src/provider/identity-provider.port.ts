import { Unavailable } from '@governance/kernel';
import { type Permission } from '../caller/permission';
import { type AcceptedKey } from '../keys/accepted-key';
import { type ProviderCapabilities } from './provider-capabilities';

/** A client at the provider. */
export interface ProviderClient {
  readonly clientId: string;
  /** The id of our credential. */
  readonly tag: string;
  /** The id of the last change that took effect. */
  readonly revision: string;
}

export interface KeyGrant {
  readonly key: AcceptedKey;
  readonly expiresAt: Date | undefined;
}

export interface SecretGrant {
  readonly secret: string;
  /** Absent: the secret does not expire. */
  readonly expiresAt?: Date | undefined;
}

/** How a client authenticates: with a secret that we generated, or with a signature by a registered key. */
export type ClientAuthentication =
  (SecretGrant & { readonly kind: 'secret' }) | (KeyGrant & { readonly kind: 'key' });

/** A replacement of a secret or key. */
export interface Replacement {
  readonly revision: string;
  /**
   * The replaced secret or key works until then, or until it or its successor expires if that is earlier. Absent: it ends
   * at once. Only for a provider with the capability `overlap`.
   */
  readonly overlapUntil?: Date | undefined;
}

export interface NewClient {
  readonly tag: string;
  readonly revision: string;
  readonly orgId: string;
  readonly name: string;
  readonly permissions: ReadonlySet<Permission>;
  /** Canonical CIDR blocks from which the client gets tokens; undefined: from everywhere. */
  readonly allowedNetworks: readonly string[] | undefined;
  readonly authentication: ClientAuthentication;
}

/** The provider did not respond in time or is unavailable: 503. The request may or may not have taken effect. */
export class IdentityProviderUnavailable extends Unavailable {
  override readonly name = 'IdentityProviderUnavailable';

  constructor(options?: ErrorOptions) {
    super('the identity provider is unavailable', options);
  }
}

/** The provider has no client with this id. */
export class ClientUnknown extends Error {
  override readonly name = 'ClientUnknown';
}

/**
 * The OpenID provider that issues the machines' tokens, as the store of their clients. We, not the provider, decide to
 * which organization a client belongs.
 *
 * Every method can be repeated with the same arguments after any outcome: a partial effect is completed, a complete one
 * stays. Each rejects with `IdentityProviderUnavailable` within the adapter's deadline. No error message of an adapter
 * contains a secret, a token or the provider's response.
 *
 * `revision` is set in the same step as its change, so it shows whether the change was made.
 *
 * A client's tokens are RFC 9068 access tokens with `org_id`, `permissions` and a claim that marks a machine (ADR 7).
 * Adapters pass `identityProviderContract`.
 */
export abstract class IdentityProvider {
  abstract readonly capabilities: ProviderCapabilities;

  /**
   * Creates or replaces the client of a tag. When this resolves, the client can get tokens of its organization with its
   * permissions.
   */
  abstract createClient(client: NewClient): Promise<ProviderClient>;

  /**
   * When this resolves, the new secret is valid and the old one is not, or only until the end of the overlap. An earlier
   * overlap ends: a client has at most two secrets. Rejects with `ClientUnknown`.
   */
  abstract rotateSecret(clientId: string, change: SecretGrant & Replacement): Promise<ProviderClient>;

  /** The same for keys. */
  abstract replaceKey(clientId: string, change: KeyGrant & Replacement): Promise<ProviderClient>;

  /** When this resolves, only the current secret or key is valid. Rejects with `ClientUnknown`. */
  abstract endOverlap(clientId: string, change: { readonly revision: string }): Promise<ProviderClient>;

  /** The name is a label for the provider's operators; any text of 1 to 100 characters. Rejects with `ClientUnknown`. */
  abstract renameClient(
    clientId: string,
    change: { readonly name: string; readonly revision: string },
  ): Promise<ProviderClient>;

  /** Deletes the client if it exists. It gets no further tokens when this resolves. */
  abstract deleteClient(clientId: string): Promise<void>;

  /** The client of a tag. Reads its current state: an earlier creation is always visible. */
  abstract findClient(tag: string): Promise<ProviderClient | undefined>;

  /** Every client created through this port for this deployment, and no other application's. */
  abstract listClients(): AsyncIterable<ProviderClient>;
}
