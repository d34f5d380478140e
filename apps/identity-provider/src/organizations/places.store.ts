import { type Role } from '@governance/iam';
import { isOpen, showsFactor } from './ways.store';
import { type Database } from '@governance/postgres';

/** A connection to an organization's own provider. */
export interface PlaceUpstream {
  readonly id: string;
  readonly name: string;
  /** Whether the provider shows the second factor of its users, instead of an app here. */
  readonly showsFactor: boolean;
}

/** An organization of which a user is a member. */
export interface Place {
  readonly orgId: string;
  readonly orgName: string;
  /** Whether the user is a member of other organizations too. */
  readonly hasOtherOrgs: boolean;
  readonly role: Role;
  /** Seconds for which a second factor stays fresh; 0: it is never required (spec 5.3.3). */
  readonly mfaMaxAge: number;
  /** Whether password sign-in is allowed: the organization has an enabled database connection, or no connection at all. */
  readonly byPassword: boolean;
  /** The enabled connections to the organization's own provider, by name. */
  readonly upstreams: readonly PlaceUpstream[];
}

const connectionsOf = 'FROM identity.connections WHERE connections.organization_id = organizations.id';

export const byPassword = `(NOT EXISTS (SELECT ${connectionsOf})
  OR EXISTS (SELECT ${connectionsOf} AND type = 'database' AND ${isOpen}))`;

export const placeColumns = `organizations.id AS "orgId", organizations.name AS "orgName", role,
  EXISTS (SELECT FROM identity.memberships AS others WHERE others.user_id = memberships.user_id
    AND others.organization_id <> organizations.id) AS "hasOtherOrgs",
  mfa_max_age AS "mfaMaxAge", ${byPassword} AS "byPassword",
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', connections.id, 'name', connections.name,
    'showsFactor', ${showsFactor})
    ORDER BY connections.name, connections.id) ${connectionsOf} AND type = 'enterprise' AND ${isOpen}), '[]') AS upstreams`;

/** SQL condition: the connection is enabled and belongs to the organization. True for a password, which has no connection. */
export function isLedToByConnection(connectionId: string): string {
  return `(${connectionId}::text IS NULL
    OR EXISTS (SELECT ${connectionsOf} AND connections.id = ${connectionId} AND type = 'enterprise' AND ${isOpen}))`;
}

/** An account and the connection used to sign in; undefined: by password. */
export interface AccountWay {
  readonly userId: string;
  readonly connectionId?: string | undefined;
}

export class PlacesStore {
  constructor(private readonly database: Database) {}

  /**
   * The organizations of the account, by name. With a connection only the organization of that connection.
   * Empty for a sign-in method that is not the account's.
   */
  async of({ userId, connectionId }: AccountWay): Promise<Place[]> {
    return (
      await this.database.query<Place>(
        `SELECT ${placeColumns}
       FROM identity.memberships JOIN identity.organizations ON organizations.id = organization_id
       JOIN identity.users ON users.id = user_id
       WHERE user_id = $1 AND users.connection_id IS NOT DISTINCT FROM $2 AND ${isLedToByConnection('$2')}
       ORDER BY organizations.name, organizations.id`,
        [userId, connectionId],
      )
    ).rows;
  }
}
