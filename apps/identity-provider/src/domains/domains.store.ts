import { recordValueOf } from '@governance/iam';
import { type Database, isUniqueViolation, type RunStatement } from '@governance/postgres';
import { randomBytes } from 'node:crypto';
import { lockOrganization } from '../organizations/account-admins';

/** A domain of an organization, in canonical form. */
export interface Domain {
  readonly name: string;
  readonly connectionId: string | null;
  readonly challenge: string;
  readonly challengeExpiresAt: Date;
  readonly isExpired: boolean;
  readonly provenAt: Date | null;
  /** Since when the DNS answers without the record of a proven domain. */
  readonly missingSince: Date | null;
  /** When a proof ended because its record was gone; null while the domain is proven. */
  readonly lapsedAt: Date | null;
  readonly createdAt: Date;
}

const columns = `name, connection_id AS "connectionId", challenge, challenge_expires_at AS "challengeExpiresAt",
  challenge_expires_at <= now() AS "isExpired", proven_at AS "provenAt", missing_since AS "missingSince",
  lapsed_at AS "lapsedAt", created_at AS "createdAt"`;

const keepsChallenge = '(known.proven_at IS NOT NULL OR known.challenge_expires_at > now())';

const challengeBytes = 32;

/** The domains of an organization while no other domain is added to it. */
export interface HeldDomains {
  /** How many it has besides this one. */
  countOthers(name: string): Promise<number>;
  /**
   * Creates the domain, or sets its connection. A proof stays with its challenge, which later checks look for, and so does a
   * current challenge. Undefined when the organization, or its enterprise connection, does not exist.
   */
  put(name: string, connectionId: string | undefined): Promise<Domain | undefined>;
}

export class DomainsStore {
  constructor(private readonly database: Database) {}

  async list(orgId: string): Promise<Domain[]> {
    const { rows } = await this.database.query<Domain>(
      `SELECT ${columns} FROM identity.domains WHERE organization_id = $1 ORDER BY name`,
      [orgId],
    );
    return rows;
  }

  async find(orgId: string, name: string): Promise<Domain | undefined> {
    const {
      rows: [row],
    } = await this.database.query<Domain>(
      `SELECT ${columns} FROM identity.domains WHERE organization_id = $1 AND name = $2`,
      [orgId, name],
    );
    return row;
  }

  /** Lets `work` decide about a new domain. Of two concurrent additions the second waits and counts the first. */
  hold<Result>(orgId: string, work: (domains: HeldDomains) => Promise<Result>): Promise<Result> {
    return this.database.inTransaction(async (query) => {
      await lockOrganization(query, orgId);
      return work({
        countOthers: (name) => countOthers(query, orgId, name),
        put: (name, connectionId) => put(query, { orgId, name, connectionId }),
      });
    });
  }

  /** Records that the challenge was found; `taken` when another organization has proven the domain. */
  async prove(orgId: string, name: string, challenge: string): Promise<Domain | 'taken' | undefined> {
    try {
      const {
        rows: [row],
      } = await this.database.query<Domain>(
        `UPDATE identity.domains SET proven_at = coalesce(proven_at, now()), lapsed_at = NULL,
           check_due_at = coalesce(check_due_at, now() + interval '1 day')
         WHERE organization_id = $1 AND name = $2 AND challenge = $3 RETURNING ${columns}`,
        [orgId, name, challenge],
      );
      return row;
    } catch (error) {
      if (isUniqueViolation(error)) return 'taken';
      throw error;
    }
  }

  async remove(orgId: string, name: string): Promise<void> {
    await this.database.query('DELETE FROM identity.domains WHERE organization_id = $1 AND name = $2', [
      orgId,
      name,
    ]);
  }
}

async function countOthers(query: RunStatement, orgId: string, name: string): Promise<number> {
  const { rows } = await query('SELECT FROM identity.domains WHERE organization_id = $1 AND name <> $2', [
    orgId,
    name,
  ]);
  return rows.length;
}

async function put(
  query: RunStatement,
  {
    orgId,
    name,
    connectionId,
  }: { readonly orgId: string; readonly name: string; readonly connectionId: string | undefined },
): Promise<Domain | undefined> {
  const {
    rows: [row],
  } = await query<Domain>(
    `INSERT INTO identity.domains AS known (organization_id, name, connection_id, challenge, challenge_expires_at)
     SELECT organizations.id, $2, $3, $4, now() + interval '7 days' FROM identity.organizations
     WHERE organizations.id = $1 AND ($3::text IS NULL OR EXISTS (SELECT FROM identity.connections
       WHERE connections.id = $3 AND organization_id = $1 AND type = 'enterprise'))
     ON CONFLICT (organization_id, name) DO UPDATE SET connection_id = excluded.connection_id,
       challenge = CASE WHEN ${keepsChallenge} THEN known.challenge ELSE excluded.challenge END,
       challenge_expires_at = CASE WHEN ${keepsChallenge}
         THEN known.challenge_expires_at ELSE excluded.challenge_expires_at END
     RETURNING ${columns}`,
    [orgId, name, connectionId, recordValueOf({ orgId }, randomBytes(challengeBytes).toString('base64url'))],
  );
  return row;
}
