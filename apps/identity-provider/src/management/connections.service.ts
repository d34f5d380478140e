import { type ConnectionProblem } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { randomUUID } from 'node:crypto';
import { type Upstreams } from '../connections/upstreams';
import {
  type AddedConnection,
  type Connection,
  type ConnectionChange,
  type ConnectionsStore,
  type HeldConnections,
  type NewConnection,
} from '../organizations/connections.store';
import { found } from './found';

/** A connection with the redirect URI to register at its provider. */
export interface ShownConnection extends Omit<Connection, 'upstream'> {
  readonly upstream?: NonNullable<Connection['upstream']> & { readonly redirectUri: string };
}

/** What an organization without connections uses; its first connection would end that. */
const byPassword: NewConnection = { name: 'Email and password', type: 'database', enabled: true };

/** Sign-in methods of organizations. No change leaves an organization without an account admin who can sign in. */
export class ConnectionsService {
  constructor(
    private readonly connections: Pick<ConnectionsStore, 'list' | 'find' | 'hold'>,
    private readonly upstreams: Pick<Upstreams, 'redirectUri' | 'test'>,
    /** The most enterprise connections that admins of an organization can add. */
    private readonly most: number,
  ) {}

  async list(orgId: string): Promise<ShownConnection[]> {
    return (await this.connections.list(orgId)).map((connection) => this.shown(connection));
  }

  /**
   * Adds an enterprise connection; the password of the organization's members stays. Returns an existing connection of the
   * organization with this id unchanged. @throws a 404 when the organization does not exist, and a 409 when it has the most
   * connections, or the connection belongs to another one.
   */
  async add(orgId: string, { id, ...connection }: AddedConnection): Promise<ShownConnection> {
    const added = await this.connections.hold(orgId, async (held) => {
      if (await held.belongsElsewhere(id)) throw foreign();
      const known = await held.list();
      const same = known.find((other) => other.id === id);
      if (same) return same;
      if (known.filter(({ type }) => type === 'enterprise').length >= this.most) {
        throw new Problem('conflict', 'the organization has reached its limit of connections');
      }
      if (known.length === 0) await held.put(`con_${randomUUID()}`, byPassword);
      return held.put(id, { ...connection, type: 'enterprise' });
    });
    return this.shown(found(added));
  }

  /**
   * Creates or replaces a connection. @throws a 404 when the organization does not exist, and a 409 when the connection belongs to
   * another organization, or no account admin could sign in afterwards.
   */
  async put(orgId: string, id: string, connection: NewConnection): Promise<ShownConnection> {
    const stored = await this.keepingAnAdmin(orgId, async (held) => {
      if (await held.belongsElsewhere(id)) throw foreign();
      const issuer = (await held.find(id))?.upstream?.issuer;
      // The accounts belong to the previous issuer.
      const keepsAccounts = issuer !== undefined && issuer === connection.upstream?.issuer;
      return { result: await held.put(id, connection), lost: keepsAccounts ? undefined : id };
    });
    return this.shown(found(stored));
  }

  /**
   * @throws a 404, a 400 for a secret or a second factor without a provider, and a 409 when no account admin could sign in
   * afterwards.
   */
  async change(orgId: string, id: string, change: ConnectionChange): Promise<ShownConnection> {
    const changed = await this.keepingAnAdmin(orgId, async (held) => {
      const known = await held.find(id);
      if (known && !known.upstream) refuseWithoutProvider(change);
      return { result: await held.change(id, change) };
    });
    return this.shown(found(changed));
  }

  /** Asks the provider for what a sign-in needs. Undefined: nothing is wrong. @throws a 404, also without a provider. */
  async test(orgId: string, id: string): Promise<ConnectionProblem | undefined> {
    const { upstream } = found(await this.connections.find(orgId, id));
    return this.upstreams.test(found(upstream).issuer);
  }

  /**
   * Deletes the connection, if it exists, and the accounts that it asserts, which have no other sign-in method.
   * @throws a 409 when no account admin could sign in afterwards.
   */
  async remove(orgId: string, id: string): Promise<void> {
    await this.keepingAnAdmin(orgId, async (held) => {
      await held.remove(id);
      return { result: undefined };
    });
  }

  /** `lost`: the connection whose accounts become unusable by the change. */
  private keepingAnAdmin<Result>(
    orgId: string,
    change: (
      held: HeldConnections,
    ) => Promise<{ readonly result: Result; readonly lost?: string | undefined }>,
  ): Promise<Result> {
    return this.connections.hold(orgId, async (held) => {
      const hadAdmin = await held.canAnAdminSignIn();
      const { result, lost } = await change(held);
      if (hadAdmin && !(await held.canAnAdminSignIn(lost))) {
        throw new Problem('conflict', 'no account admin of the organization could sign in afterwards');
      }
      return result;
    });
  }

  private shown({ upstream, ...connection }: Connection): ShownConnection {
    if (!upstream) return connection;
    const redirectUri = this.upstreams.redirectUri(connection.id);
    return { ...connection, upstream: { ...upstream, redirectUri } };
  }
}

function foreign(): Problem {
  return new Problem('conflict', 'the connection belongs to another organization');
}

/** A connection without a provider has neither a secret nor a second factor there. */
function refuseWithoutProvider({ clientSecret, secondFactor }: ConnectionChange): void {
  if (clientSecret !== undefined) {
    throw new Problem('invalid', 'clientSecret is for connections with a provider');
  }
  if (secondFactor) throw new Problem('invalid', 'secondFactor is for connections with a provider');
}
