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
  /** Since when the DNS answers without the record of a proven domain; after seven days the proof ends. */
  readonly missingSince: Date | undefined;
  /** When the last proof ended because its record was gone. */
  readonly lapsedAt: Date | undefined;
  readonly createdAt: Date;
}

export interface DomainCheck {
  readonly domain: Domain;
  /** Undefined: the domain is proven. */
  readonly problem: DomainProblem | undefined;
}

/** A proof of a domain that ended because its record was gone. */
export interface DomainLapse {
  /** A UUID. */
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly lapsedAt: Date;
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
    super('the organization has reached its limit of domains');
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

  /** Ended proofs of all organizations, oldest first, until they are forgotten. Empty only if there are none. */
  abstract lapses(): Promise<readonly DomainLapse[]>;

  /** Deletes an ended proof from that list, if it is there. */
  abstract forgetLapse(id: string): Promise<void>;
}
