import { type DueStatusList, type PublishedStatusList, StatusListStore } from '@governance/assessments';
import { type Database } from '@governance/postgres';

/** Credentials that no longer count: those of withdrawn results, with or without a domain, and those whose proof has ended. */
const withdrawnPlaces = `
  SELECT status_list, status_index FROM survey_results WHERE withdrawn_at IS NOT NULL AND status_list IS NOT NULL
  UNION ALL
  SELECT domain.status_list, domain.status_index
  FROM certificate_domains AS domain JOIN survey_results ON id = result_id
  WHERE withdrawn_at IS NOT NULL AND domain.status_list IS NOT NULL
  UNION ALL
  SELECT status_list, status_index FROM ended_domain_credentials`;

/**
 * From list 0 to the one after the last with a certificate, so that a certificate's list is published before it is.
 * `withdrawn` is the number of withdrawals in a published list.
 */
const selectDue = {
  name: 'select-due-status-lists',
  text: `
    WITH used AS (
      SELECT generate_series(0, 1 + greatest(
        -1,
        (SELECT max(status_list) FROM survey_results WHERE status_list IS NOT NULL),
        (SELECT max(status_list) FROM certificate_domains WHERE status_list IS NOT NULL),
        (SELECT max(status_list) FROM ended_domain_credentials))) AS list),
    state AS (
      SELECT list, ARRAY(
        SELECT status_index FROM (${withdrawnPlaces}) AS withdrawn
        WHERE status_list = used.list ORDER BY status_index) AS withdrawn
      FROM used)
    SELECT list, state.withdrawn FROM state LEFT JOIN status_lists AS published USING (list)
    WHERE published.list IS NULL OR published.signed_at < $1 OR published.withdrawn < cardinality(state.withdrawn)
    ORDER BY list`,
};

/** A list never loses a withdrawal: one with fewer withdrawals is outdated. */
const publishList = {
  name: 'publish-status-list',
  text: `
    INSERT INTO status_lists (list, credential, withdrawn, signed_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (list) DO UPDATE
    SET credential = excluded.credential, withdrawn = excluded.withdrawn, signed_at = excluded.signed_at
    WHERE status_lists.withdrawn <= excluded.withdrawn AND status_lists.signed_at <= excluded.signed_at`,
};

const selectList = {
  name: 'select-status-list',
  text: `SELECT list, credential FROM status_lists WHERE list = $1`,
};

export class PostgresStatusListStore extends StatusListStore {
  constructor(private readonly database: Database) {
    super();
  }

  async due(signedBefore: Date): Promise<DueStatusList[]> {
    return (await this.database.query<DueStatusList & object>(selectDue, [signedBefore])).rows;
  }

  async publish(
    { list, withdrawn }: DueStatusList,
    { credential, at }: { readonly credential: string; readonly at: Date },
  ): Promise<void> {
    await this.database.query(publishList, [list, credential, withdrawn.length, at]);
  }

  async find(list: number): Promise<PublishedStatusList | undefined> {
    const { rows } = await this.database.query<PublishedStatusList & object>(selectList, [list]);
    return rows[0];
  }
}
