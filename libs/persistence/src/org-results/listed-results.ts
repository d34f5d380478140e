import { type ResultFilter } from '@governance/assessments';
import { type ListPage } from '@governance/iam';
import { type PreparedStatement } from '@governance/postgres';
import { clientsWith } from '../clients/search-words';
import { ListConditions } from '../list-conditions';
import { listStart } from '../list-start';
import { shownColumns } from './attached-result-row';

/**
 * The results of `page`, which has their ids, each with the one before it of the same client and mode. The view is a security barrier:
 * joined without `LIMIT`, it would be computed for all results of the organization.
 */
const described = (page: string): string => `
  WITH page AS MATERIALIZED (${page})
  SELECT ${shownColumns
    .split(', ')
    .map((column) => `shown.${column}`)
    .join(', ')},
    result.is_latest, earlier.result_id AS earlier_id, earlier.submitted_at AS earlier_created_at,
    earlier.overall_score AS earlier_score, earlier.tier AS earlier_tier
  FROM page JOIN org_results AS result ON result.org_id = $1 AND result.result_id = page.result_id
    JOIN LATERAL (SELECT ${shownColumns} FROM attached_results WHERE id = page.result_id LIMIT 1) AS shown ON true
    LEFT JOIN LATERAL (
      SELECT result_id, submitted_at, overall_score, tier FROM org_results AS other
      WHERE other.org_id = $1 AND other.client_id = result.client_id AND other.mode = result.mode
        AND other.withdrawn_at IS NULL AND result.withdrawn_at IS NULL
        AND (other.submitted_at, other.result_id) < (result.submitted_at, result.result_id)
      ORDER BY other.submitted_at DESC, other.result_id DESC LIMIT 1) AS earlier ON true
  ORDER BY result.submitted_at DESC, result.result_id DESC`;

export const selectResult: PreparedStatement = {
  name: 'select-attached-result',
  text: described('SELECT result_id FROM org_results WHERE org_id = $1 AND result_id = $2'),
};

/** A statement that lists a page, and its values. */
export interface ListStatement {
  readonly statement: PreparedStatement;
  readonly values: readonly unknown[];
}

/** A page of the results that match. `hashes` are those of the words of the filter. */
export function listed(
  orgId: string,
  { limit, after }: ListPage,
  { filter, hashes }: { readonly filter: ResultFilter; readonly hashes: readonly Buffer[] },
): ListStatement {
  const { createdAt, id } = after ?? listStart;
  const { clientWords: words, isLatest } = filter;
  const conditions = new ListConditions([orgId, createdAt, id, limit])
    .add(
      `words${words?.size ?? 0}`,
      words && hashes,
      (of) => `client_id IN (${clientsWith(of, words?.size)})`,
    )
    .add('client', filter.clientId, (of) => `client_id = ${of}`)
    .add('mode', filter.mode, (of) => `mode = ${of}`)
    .add('tier', filter.tier, (of) => `tier = ${of}`)
    .add('verdict', filter.launchAllowed, (of) => `launch_allowed = ${of}`)
    .add('renew', filter.renewBefore, (of) => `renew_by < ${of}`)
    // These results have an index of their own.
    .addIf(isLatest === true, 'latest', 'is_latest')
    .addIf(isLatest === false, 'earlier', 'NOT is_latest');
  const page = `
    SELECT result_id FROM org_results
    WHERE ${conditions.where('org_id = $1', '(submitted_at, result_id) < ($2, $3)')}
    ORDER BY submitted_at DESC, result_id DESC LIMIT $4`;
  return {
    statement: { name: conditions.nameOf('list-results'), text: described(page) },
    values: conditions.values,
  };
}
