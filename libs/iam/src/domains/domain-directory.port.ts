/** Why a domain is not proven by a check. */
export const domainProblems = [
  'record_missing',
  'record_differs',
  'lookup_failed',
  'challenge_expired',
] as const;

export type DomainProblem = (typeof domainProblems)[number];

/** A domain that an organization has proven, or wants to prove, by a TXT record. */
export interface Domain {
  /** In canonical form. */
  readonly name: string;
  /** The connection that offers itself to addresses of the domain, once it is proven. */
  readonly connectionId: string | undefined;
  /** What to publish. It proves nothing to another organization. */
  readonly challenge: {
    readonly recordName: string;
    readonly recordValue: string;
    readonly expiresAt: Date;
  };
  readonly provenAt: Date | undefined;
  readonly createdAt: Date;
}

export interface DomainCheck {
  readonly domain: Domain;
  /** Undefined: the domain is proven. */
  readonly problem: DomainProblem | undefined;
}

export class DomainUnknown extends Error {
  override readonly name = 'DomainUnknown';
  constructor() {
    super('the organization has no such domain');
  }
}

/** Another organization has proven the domain. */
export class DomainTaken extends Error {
  override readonly name = 'DomainTaken';
  constructor() {
    super('another organization has proven the domain');
  }
}

export class TooManyDomains extends Error {
  override readonly name = 'TooManyDomains';
  constructor() {
    super('the organization has the most domains that it may have');
  }
}

/**
 * The domains of organizations, stored by the identity provider. Names are canonical. Every method can be repeated, and
 * rejects with `IdentityProviderUnavailable`.
 */
export abstract class DomainDirectory {
  /** Sorted by name; empty for an unknown organization. */
  abstract ofOrg(orgId: string): Promise<readonly Domain[]>;

  /**
   * Adds a domain, or sets the connection of a known one; undefined: none. An expired challenge gets a successor; a proof stays. Rejects
   * with `TooManyDomains`, and with `DomainUnknown` if the organization has no such connection to a provider.
   */
  abstract put(
    orgId: string,
    domain: { readonly name: string; readonly connectionId: string | undefined },
  ): Promise<Domain>;

  /** Looks the record up, unless the domain is proven already. Rejects with `DomainUnknown` or `DomainTaken`. */
  abstract check(orgId: string, name: string): Promise<DomainCheck>;

  /** Removes the domain, if the organization has it, with its proof. */
  abstract remove(orgId: string, name: string): Promise<void>;
}
