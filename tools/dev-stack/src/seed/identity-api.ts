import { type Role } from '@governance/iam';
import { JsonApi, type JsonApiOptions } from './json-api';
import { type PlannedConnection, type PlannedOrganization, type PlannedPerson } from './seed-plan';

export interface KnownOrganization {
  readonly id: string;
  readonly name: string;
}

/** The OpenID provider of an enterprise connection. */
export interface ConnectedUpstream {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface SeededConnection extends PlannedConnection {
  readonly upstream?: ConnectedUpstream | undefined;
}

interface Listed {
  readonly id: string;
}

interface KnownConnection extends Omit<SeededConnection, 'upstream'> {
  readonly enabled: boolean;
  readonly upstream?: Omit<ConnectedUpstream, 'clientSecret'>;
}

interface Member {
  readonly userId: string;
  readonly role: Role;
}

/** The part of the identity provider's management API that creates users (docs/identity-provider.md). */
export class IdentityApi {
  private readonly api: JsonApi;

  constructor({ url, ...options }: JsonApiOptions) {
    this.api = new JsonApi({ ...options, url: `${url}/v1` });
  }

  /** The existing one, or a new one as planned. */
  async ensureOrganization({ id, name, mfaMaxAge }: PlannedOrganization): Promise<KnownOrganization> {
    const found = await this.api.call({ method: 'GET', path: `/organizations/${id}` }, 200, 404);
    if (found.status === 200) return found.body as KnownOrganization;
    return (await this.put(`/organizations/${id}`, { name, mfaMaxAge })) as KnownOrganization;
  }

  /** Keeps an upstream provider that a developer has set up. */
  async ensureConnections(orgId: string, connections: readonly SeededConnection[]): Promise<void> {
    const path = `/organizations/${orgId}/connections`;
    const { connections: found } = (await this.get(path)) as {
      readonly connections: readonly KnownConnection[];
    };
    for (const { id, name, type, upstream } of connections) {
      const known = found.find((other) => other.id === id);
      if (!known) await this.put(`${path}/${id}`, { name, type, upstream });
      else if (upstream && isOurs(known, upstream)) {
        await this.put(`${path}/${id}`, { name: known.name, type, enabled: known.enabled, upstream });
      }
    }
  }

  /** The id of the account with this address, which is created if missing. */
  async ensurePerson({ id, email, name }: PlannedPerson): Promise<string> {
    const path = `/users?email=${encodeURIComponent(email)}`;
    const { users } = (await this.get(path)) as { readonly users: readonly Listed[] };
    if (users[0]) return users[0].id;
    await this.put(`/users/${id}`, { email, emailVerified: true, name });
    return id;
  }

  /** The user's role, which is set if missing. */
  async ensureMembership(orgId: string, { userId, role }: Member): Promise<Role> {
    const path = `/organizations/${orgId}/memberships`;
    const { memberships } = (await this.get(path)) as { readonly memberships: readonly Member[] };
    const found = memberships.find((membership) => membership.userId === userId);
    if (found) return found.role;
    await this.put(`${path}/${userId}`, { role });
    return role;
  }

  async setPassword(userId: string, password: string): Promise<void> {
    await this.put(`/users/${userId}/password`, { password });
  }

  /** `secret` in base32. */
  async setTotp(userId: string, secret: string): Promise<void> {
    await this.put(`/users/${userId}/totp`, { secret });
  }

  private async get(path: string): Promise<unknown> {
    return (await this.api.call({ method: 'GET', path }, 200)).body;
  }

  private async put(path: string, body: object): Promise<unknown> {
    return (await this.api.call({ method: 'PUT', path, body }, 200, 204)).body;
  }
}

/** Whether the connection has no provider yet, as in an older stack, or one set by the seed. */
function isOurs({ type, upstream }: KnownConnection, { clientId }: ConnectedUpstream): boolean {
  return type === 'enterprise' && (upstream === undefined || upstream.clientId === clientId);
}
