import { Unavailable } from '@governance/kernel';
import { type Permission } from '../caller/permission';
import { type AcceptedKey, type KeyAlgorithm } from '../keys/accepted-key';

/** A client as the provider has it. */
export interface ProviderClient {
  readonly clientId: string;
  /** Our credential's id. */
  readonly tag: string;
  /** The id of the last change that took effect. */
  readonly revision: string;
}

export interface KeyGrant {
  readonly key: AcceptedKey;
  readonly expiresAt: Date | undefined;
}

/** How a client proves who it is: by a secret that was made here, or by signing with a registered key. */
export type ClientAuthentication =
  { readonly kind: 'secret'; readonly secret: string } | (KeyGrant & { readonly kind: 'key' });

export interface NewClient {
  readonly tag: string;
  readonly revision: string;
  readonly orgId: string;
  readonly name: string;
  readonly permissions: ReadonlySet<Permission>;
  readonly authentication: ClientAuthentication;
}

/** The provider did not answer in time or cannot now: 503. What was asked may have taken effect or not. */
export class IdentityProviderUnavailable extends Unavailable {
  override readonly name = 'IdentityProviderUnavailable';

  constructor(options?: ErrorOptions) {
    super('the identity provider is unavailable', options);
  }
}

/** The provider has no client of that id. */
export class ClientUnknown extends Error {
  override readonly name = 'ClientUnknown';
}

/**
 * The OpenID provider that issues the machines' tokens, seen as the keeper of their clients. It decides nothing about
 * organizations: which client belongs where is ours to say.
 *
 * Every method can be repeated with the same arguments, whatever became of the call before: a partial effect is
 * completed, a whole one is left as it is. Each rejects with `IdentityProviderUnavailable` within the adapter's deadline.
 * No error of an adapter carries a secret, a token or the provider's answer in its message.
 *
 * `revision` is set in the same step as what it stands for: whoever reads it knows whether that change has happened.
 *
 * A client's tokens are access tokens of RFC 9068 with `org_id`, `permissions` and a sign that a machine asks (ADR 7).
 * Adapters pass `identityProviderContract`.
 */
export abstract class IdentityProvider {
  /** Of the assertions that the provider verifies. A key for none of them is refused with 400. */
  abstract readonly keyAlgorithms: ReadonlySet<KeyAlgorithm>;

  /**
   * Makes the client of a tag, which can ask for tokens of its organization with its permissions when this resolves. A
   * client that has the tag already is brought to what is asked.
   */
  abstract createClient(client: NewClient): Promise<ProviderClient>;

  /** The new secret works when this resolves, and the old one no longer. Rejects with `ClientUnknown`. */
  abstract rotateSecret(
    clientId: string,
    change: { readonly secret: string; readonly revision: string },
  ): Promise<ProviderClient>;

  /** The new key works when this resolves, and the old one no longer. Rejects with `ClientUnknown`. */
  abstract replaceKey(
    clientId: string,
    change: KeyGrant & { readonly revision: string },
  ): Promise<ProviderClient>;

  /** The name is a label for the provider's operators; any text of 1 to 100 characters. Rejects with `ClientUnknown`. */
  abstract renameClient(
    clientId: string,
    change: { readonly name: string; readonly revision: string },
  ): Promise<ProviderClient>;

  /** The client gets no token any more when this resolves; nor does one that was never there. */
  abstract deleteClient(clientId: string): Promise<void>;

  /** The client of a tag, as of now: what was created before is seen. */
  abstract findClient(tag: string): Promise<ProviderClient | undefined>;

  /** Every client that was made through this port for this deployment, no other application's. */
  abstract listClients(): AsyncIterable<ProviderClient>;
}
