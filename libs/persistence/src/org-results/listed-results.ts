import { type ResultFilter } from '@governance/assessments';
import { type ListPage } from '@governance/iam';
import { type PreparedStatement } from '@governance/postgres';
import { clientsWith } from '../clients/search-words';
import { listStart } from '../list-start';
import { shownColumns } from './attached-result-row';

/** The results of `page`, which has their ids, each with the one before it of the same client and mode. */
const described = (page: string): string => `
  WITH page AS MATERIALIZED (${page})
  SELECT ${shownColumns
    .split(', ')
    .map((column) => `shown.${column}`)
    .join(', ')},
    result.is_latest, earlier.result_id AS earlier_id, earlier.submitted_at AS earlier_created_at,
    earlier.overall_score AS earlier_score, earlier.tier AS earlier_tier
  FROM page JOIN org_results AS result ON result.org_id = $1 AND result.result_id = page.result_id
    JOIN attached_results AS shown ON shown.id = page.result_id
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

/**
 * A page of the results that match. Its text has the given conditions alone, so that PostgreSQL chooses an index for them. `hashes`
 * are those of the words of the filter.
 */
export function listed(
  orgId: string,
  { limit, after }: ListPage,
  { filter, hashes }: { readonly filter: ResultFilter; readonly hashes: readonly Buffer[] },
): ListStatement {
  const { createdAt, id } = after ?? listStart;
  const values: unknown[] = [orgId, createdAt, id, limit];
  const conditions = conditionsOf(filter, hashes, (value) => `$${values.push(value)}`);
  const page = `
    SELECT result_id FROM org_results
    WHERE ${['org_id = $1', '(submitted_at, result_id) < ($2, $3)', ...conditions.values()].join(' AND ')}
    ORDER BY submitted_at DESC, result_id DESC LIMIT $4`;
  // PostgreSQL keeps 63 characters of a name.
  return {
    statement: { name: ['list-results', ...conditions.keys()].join(' '), text: described(page) },
    values,
  };
}

/** The given conditions by their names. `value` gives a value its place in the statement. */
function conditionsOf(
  { clientWords, clientId, mode, tier, launchAllowed, renewBefore, isLatest }: ResultFilter,
  hashes: readonly Buffer[],
  value: (value: unknown) => string,
): ReadonlyMap<string, string> {
  const conditions = new Map<string, string>();
  if (clientWords !== undefined)
    conditions.set('words', `client_id IN (${clientsWith(value(hashes), value(clientWords.size))})`);
  if (clientId !== undefined) conditions.set('client', `client_id = ${value(clientId)}`);
  if (mode !== undefined) conditions.set('mode', `mode = ${value(mode)}`);
  if (tier !== undefined) conditions.set('tier', `tier = ${value(tier)}`);
  if (launchAllowed !== undefined) conditions.set('verdict', `launch_allowed = ${value(launchAllowed)}`);
  if (renewBefore !== undefined) conditions.set('renew', `renew_by < ${value(renewBefore)}`);
  // A part of the results has an index of its own.
  if (isLatest === true) conditions.set('latest', 'is_latest');
  if (isLatest === false) conditions.set('earlier', 'NOT is_latest');
  return conditions;
}
