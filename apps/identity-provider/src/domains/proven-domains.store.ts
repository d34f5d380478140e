import { type MissingRecord, type ProofAfterAnswer } from '@governance/iam';
import { type Database } from '@governance/postgres';

/** A proven domain that is due for a check. */
export interface ProvenDomain extends MissingRecord {
  readonly orgId: string;
  readonly name: string;
  readonly challenge: string;
  /** Tells this check from later ones. */
  readonly dueAt: Date | null;
}

/** A proof that ended because its record was gone. */
export interface DomainLapse {
  /** A UUID. */
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly lapsedAt: Date;
}

const unchecked = `organization_id = $1 AND name = $2 AND proven_at IS NOT NULL
  AND check_due_at IS NOT DISTINCT FROM $3 AND challenge = $4`;

/** The checks of proven domains, and the proofs that ended by them. */
export class ProvenDomainsStore {
  constructor(private readonly database: Database) {}

  /** The longest due. */
  async due(now: Date, most: number): Promise<ProvenDomain[]> {
    const { rows } = await this.database.query<ProvenDomain>(
      `SELECT organization_id AS "orgId", name, challenge, missing_since AS "missingSince",
         missing_answers AS "missingAnswers", check_due_at AS "dueAt" FROM identity.domains
       WHERE proven_at IS NOT NULL AND (check_due_at IS NULL OR check_due_at <= $1)
       ORDER BY check_due_at NULLS FIRST LIMIT $2`,
      [now, most],
    );
    return rows;
  }

  /** False when another check was recorded, or the domain was removed or has another challenge. An ended proof leaves a lapse. */
  async record(
    { orgId, name, dueAt, challenge }: ProvenDomain,
    proof: ProofAfterAnswer,
    now: Date,
  ): Promise<boolean> {
    const checked = [orgId, name, dueAt, challenge];
    const { rowCount } =
      proof.kind === 'lapsed'
        ? await this.database.query(
            `WITH lapsed AS (
               UPDATE identity.domains SET proven_at = NULL, check_due_at = NULL, missing_since = NULL, missing_answers = 0,
                 lapsed_at = $5
               WHERE ${unchecked} RETURNING organization_id, name, lapsed_at)
             INSERT INTO identity.domain_lapses (organization_id, name, lapsed_at) SELECT * FROM lapsed`,
            [...checked, now],
          )
        : await this.database.query(
            `UPDATE identity.domains SET check_due_at = $5, missing_since = $6, missing_answers = $7 WHERE ${unchecked}`,
            [...checked, proof.dueAt, proof.missingSince, proof.missingAnswers],
          );
    return rowCount === 1;
  }

  /** The oldest lapses that the platform has not recorded yet. */
  async lapses(limit: number): Promise<DomainLapse[]> {
    const { rows } = await this.database.query<DomainLapse>(
      `SELECT id, organization_id AS "orgId", name, lapsed_at AS "lapsedAt" FROM identity.domain_lapses
       ORDER BY lapsed_at, id LIMIT $1`,
      [limit],
    );
    return rows;
  }

  async removeLapse(id: string): Promise<void> {
    await this.database.query('DELETE FROM identity.domain_lapses WHERE id = $1', [id]);
  }
}
