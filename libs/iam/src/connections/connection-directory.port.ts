import { type ConnectionProblem } from './connection-problem';
import { type UpstreamSecondFactor } from './upstream-second-factor';

/** The organization's own OpenID provider, and our client there. Without the secret, which is never returned. */
export interface Upstream {
  readonly issuer: string;
  readonly clientId: string;
  /** The redirect URI that an admin registers there. */
  readonly redirectUri: string;
}

/** A sign-in method of an organization's members (spec 2.11). */
export interface Connection {
  /** Opaque; belongs to one organization. */
  readonly id: string;
  readonly name: string;
  /** `enterprise` or `database`. Later providers may have others, so clients decode leniently. */
  readonly type: string;
  readonly enabled: boolean;
  /** Undefined: what its provider asserts does not count as a second factor. */
  readonly secondFactor?: UpstreamSecondFactor | undefined;
  /** Since when `secondFactor` counts. Undefined: it does not, until an admin confirms it by setting it again (ADR 29). */
  readonly factorConfirmedAt?: Date | undefined;
  /** Undefined for a password, and while no provider is set. */
  readonly upstream?: Upstream | undefined;
  /** Of the last change that had one. */
  readonly revision?: string | undefined;
}

/** A connection as its admins see it. */
export interface ConfiguredConnection extends Connection {
  readonly upstream: Upstream | undefined;
}

/** A connection to an OpenID provider to add. */
export interface NewConnection {
  /** Chosen by us. */
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly secondFactor?: UpstreamSecondFactor | undefined;
  /** Whether an admin with a recent second factor of another origin has set it: if not, it does not count. Undefined: it does. */
  readonly isFactorConfirmed?: boolean | undefined;
}

/** Undefined members stay. The issuer never changes: the accounts of a connection belong to it. */
export interface ConnectionChange {
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly clientSecret?: string | undefined;
  /** Null: what the provider asserts no longer counts. */
  readonly secondFactor?: UpstreamSecondFactor | null | undefined;
}

/** The provider stores `revision`, a UUID, in the same step as the change, so it proves that the change has happened. */
export interface ConnectionRevision extends ConnectionChange {
  readonly revision?: string | undefined;
  /** Whether an admin with a recent second factor of another origin has set `secondFactor`: if not, it does not count. Undefined: it does. */
  readonly isFactorConfirmed?: boolean | undefined;
}

/** The second factor of a connection, which an upgrade of the provider has counted as confirmed. */
export interface ConfirmedFactor {
  /** A UUID of the provider. */
  readonly id: string;
  readonly orgId: string;
  readonly connectionId: string;
  readonly confirmedAt: Date;
}

/** The organization has no such connection. */
export class ConnectionUnknown extends Error {
  override readonly name = 'ConnectionUnknown';
  constructor() {
    super('the organization has no such connection');
  }
}

/** The organization has as many connections as it may have. */
export class TooManyConnections extends Error {
  override readonly name = 'TooManyConnections';
  constructor() {
    super('the organization has reached its limit of connections');
  }
}

/** Decisions 3: no account-admin of the organization could sign in without the connection. */
export class NoAdminLeft extends Error {
  override readonly name = 'NoAdminLeft';
  constructor() {
    super('no account-admin of the organization could sign in afterwards');
  }
}

/**
 * The connections of organizations, stored by the identity provider. Every method can be repeated with the same arguments,
 * and rejects with `IdentityProviderUnavailable`. No error contains a secret or anything that a provider has answered.
 */
export abstract class ConnectionDirectory {
  /** Sorted by name; empty for an unknown organization. */
  abstract ofOrg(orgId: string): Promise<readonly Connection[]>;

  /**
   * Adds a connection. Members who sign in with a password still can. Repeated with the id of a connection that the
   * organization has, it changes nothing. Rejects with `TooManyConnections`, and with `ConnectionUnknown` for an unknown organization.
   */
  abstract add(orgId: string, connection: NewConnection): Promise<ConfiguredConnection>;

  /** Rejects with `ConnectionUnknown` or `NoAdminLeft`. */
  abstract change(orgId: string, id: string, change: ConnectionRevision): Promise<ConfiguredConnection>;

  /** Removes the connection if it exists, with the accounts that it asserts. Rejects with `NoAdminLeft`. */
  abstract remove(orgId: string, id: string): Promise<void>;

  /** Asks the provider for what a sign-in needs. Returns the first problem. Rejects with `ConnectionUnknown`. */
  abstract test(orgId: string, id: string): Promise<ConnectionProblem | undefined>;

  /** Second factors, of all organizations, that an upgrade has counted as confirmed. At most 100; each until it is forgotten. */
  abstract confirmedFactors(): Promise<readonly ConfirmedFactor[]>;

  /** Call it when the confirmation is recorded. */
  abstract forgetConfirmedFactor(id: string): Promise<void>;
}
