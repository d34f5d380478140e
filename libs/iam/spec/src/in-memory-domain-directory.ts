import {
  type Domain,
  type DomainCheck,
  type DomainLapse,
  DomainDirectory,
  type DomainProblem,
  DomainTaken,
  DomainUnknown,
  TooManyDomains,
} from '../../src';
import { type FaultyWire } from './faulty-wire';
import { type InMemoryConnectionDirectory } from './in-memory-connection-directory';

/** The domains of organizations, in memory. */
export class InMemoryDomainDirectory extends DomainDirectory {
  /** By organization. */
  readonly domains = new Map<string, readonly Domain[]>();
  /** What checks find, by domain; absent: the record. */
  readonly problems = new Map<string, DomainProblem>();
  /** Ended proofs that are not forgotten, by id. */
  readonly ended = new Map<string, DomainLapse>();
  most = 100;
  now = new Date('2026-11-20T12:00:00.000Z');

  constructor(
    private readonly connections: InMemoryConnectionDirectory,
    private readonly wire: FaultyWire,
  ) {
    super();
  }

  ofOrg(orgId: string): Promise<readonly Domain[]> {
    return this.wire.call(() => this.all(orgId));
  }

  /** The domains without a call. */
  all(orgId: string): readonly Domain[] {
    return this.domains.get(orgId) ?? [];
  }

  put(
    orgId: string,
    { name, connectionId }: { readonly name: string; readonly connectionId: string | undefined },
  ): Promise<Domain> {
    return this.wire.call(() => {
      if (connectionId !== undefined && !this.isAtProvider(orgId, connectionId)) throw new DomainUnknown();
      const others = this.all(orgId).filter((each) => each.name !== name);
      if (others.length >= this.most) throw new TooManyDomains();
      const known = this.all(orgId).find((each) => each.name === name) ?? this.newDomain(name);
      return this.store(orgId, { ...known, connectionId });
    });
  }

  check(orgId: string, name: string): Promise<DomainCheck> {
    return this.wire.call(() => {
      const domain = this.all(orgId).find((each) => each.name === name);
      if (domain === undefined) throw new DomainUnknown();
      if (domain.provenAt !== undefined) return { domain, problem: undefined };
      const problem = this.problems.get(name);
      if (problem !== undefined) return { domain, problem };
      if ([...this.domains.values()].flat().some((each) => each.name === name && each.provenAt)) {
        throw new DomainTaken();
      }
      return { domain: this.store(orgId, { ...domain, provenAt: this.now }), problem };
    });
  }

  remove(orgId: string, name: string): Promise<void> {
    return this.wire.call(() => {
      this.domains.set(
        orgId,
        this.all(orgId).filter((each) => each.name !== name),
      );
    });
  }

  lapses(): Promise<readonly DomainLapse[]> {
    return this.wire.call(() => [...this.ended.values()]);
  }

  forgetLapse(id: string): Promise<void> {
    return this.wire.call(() => {
      this.ended.delete(id);
    });
  }

  private isAtProvider(orgId: string, connectionId: string): boolean {
    return this.connections.all(orgId).some(({ id, type }) => id === connectionId && type === 'enterprise');
  }

  private newDomain(name: string): Domain {
    const challenge = {
      recordName: `_governance-challenge.${name}`,
      recordValue: 'A'.repeat(43),
      expiresAt: new Date(this.now.getTime() + 7 * 86_400_000),
    };
    const proof = { provenAt: undefined, missingSince: undefined, lapsedAt: undefined };
    return { name, connectionId: undefined, challenge, createdAt: this.now, ...proof };
  }

  private store(orgId: string, domain: Domain): Domain {
    const others = this.all(orgId).filter(({ name }) => name !== domain.name);
    this.domains.set(
      orgId,
      [...others, domain].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    );
    return domain;
  }
}
