import {
  type ConfiguredConnection,
  type ConfirmedFactor,
  type Connection,
  ConnectionDirectory,
  type ConnectionProblem,
  type ConnectionRevision,
  ConnectionUnknown,
  type NewConnection,
  NoAdminLeft,
  TooManyConnections,
  type Upstream,
} from '../../src';
import { type FaultyWire } from './faulty-wire';

/** The connections of organizations, in memory. */
export class InMemoryConnectionDirectory extends ConnectionDirectory {
  /** By organization. */
  readonly connections = new Map<string, readonly Connection[]>();
  /** Of connections to a provider, by id. */
  readonly upstreams = new Map<string, Upstream & { readonly clientSecret: string }>();
  /** The connections without which no account-admin could sign in. */
  readonly needed = new Set<string>();
  /** What tests find, by connection. */
  readonly problems = new Map<string, ConnectionProblem>();
  /** Since when confirmed second factors count. */
  readonly confirmedAt = new Date('2026-11-20T12:00:00.000Z');
  /** Second factors that an upgrade has confirmed, by id. */
  readonly confirmed = new Map<string, ConfirmedFactor>();
  most = 10;

  constructor(private readonly wire: FaultyWire) {
    super();
  }

  ofOrg(orgId: string): Promise<readonly Connection[]> {
    return this.wire.call(() => this.all(orgId).map(({ id }) => this.configured(orgId, id)));
  }

  /** The connections without a call. */
  all(orgId: string): readonly Connection[] {
    return this.connections.get(orgId) ?? [];
  }

  add(
    orgId: string,
    { id, name, enabled, issuer, clientId, clientSecret, ...factor }: NewConnection,
  ): Promise<ConfiguredConnection> {
    return this.wire.call(() => {
      const known = this.all(orgId);
      if (known.some((each) => each.id === id)) return this.configured(orgId, id);
      if (known.filter(({ type }) => type === 'enterprise').length >= this.most)
        throw new TooManyConnections();
      const added = { id, name, type: 'enterprise', enabled, ...this.dated(factor) };
      this.connections.set(orgId, [...known, added]);
      const redirectUri = `https://login.example.org/connections/${id}/callback`;
      this.upstreams.set(id, { issuer, clientId, redirectUri, clientSecret });
      return this.configured(orgId, id);
    });
  }

  change(
    orgId: string,
    id: string,
    { name, enabled, clientSecret, revision, ...factor }: ConnectionRevision,
  ): Promise<ConfiguredConnection> {
    return this.wire.call(() => {
      const known = this.configured(orgId, id);
      if (enabled === false && this.needed.has(id)) throw new NoAdminLeft();
      this.replace(orgId, id, {
        id,
        type: known.type,
        name: name ?? known.name,
        enabled: enabled ?? known.enabled,
        ...(factor.secondFactor === undefined
          ? { secondFactor: known.secondFactor, factorConfirmedAt: known.factorConfirmedAt }
          : this.dated(factor)),
        revision: revision ?? known.revision,
      });
      const upstream = this.upstreams.get(id);
      if (upstream && clientSecret !== undefined) this.upstreams.set(id, { ...upstream, clientSecret });
      return this.configured(orgId, id);
    });
  }

  remove(orgId: string, id: string): Promise<void> {
    return this.wire.call(() => {
      if (this.needed.has(id)) throw new NoAdminLeft();
      this.replace(orgId, id);
    });
  }

  test(orgId: string, id: string): Promise<ConnectionProblem | undefined> {
    return this.wire.call(() => {
      if (this.configured(orgId, id).upstream === undefined) throw new ConnectionUnknown();
      return this.problems.get(id);
    });
  }

  confirmedFactors(): Promise<readonly ConfirmedFactor[]> {
    return this.wire.call(() => [...this.confirmed.values()]);
  }

  forgetConfirmedFactor(id: string): Promise<void> {
    return this.wire.call(() => {
      this.confirmed.delete(id);
    });
  }

  private dated({
    secondFactor,
    isFactorConfirmed = true,
  }: Pick<ConnectionRevision, 'secondFactor' | 'isFactorConfirmed'>): Pick<
    Connection,
    'secondFactor' | 'factorConfirmedAt'
  > {
    if (!secondFactor) return { secondFactor: undefined };
    return { secondFactor, factorConfirmedAt: isFactorConfirmed ? this.confirmedAt : undefined };
  }

  private configured(orgId: string, id: string): ConfiguredConnection {
    const known = this.all(orgId).find((each) => each.id === id);
    if (known === undefined) throw new ConnectionUnknown();
    const upstream = this.upstreams.get(id);
    if (upstream === undefined) return { ...known, upstream };
    const { issuer, clientId, redirectUri } = upstream;
    return { ...known, upstream: { issuer, clientId, redirectUri } };
  }

  /** Without a successor, the connection is removed. */
  private replace(orgId: string, id: string, ...successor: readonly Connection[]): void {
    this.connections.set(
      orgId,
      this.all(orgId).flatMap((each) => (each.id === id ? successor : [each])),
    );
  }
}
