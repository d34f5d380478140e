import { type BudgetScope, type EmailBudget } from '@governance/deliveries';
import { createHash } from 'node:crypto';
import { type PreparedStatement } from './database';

/**
 * How a scope is found in `deliveries`: `keys` are its hashes, or what stands for one, as an array of bytea; `admitted` is
 * the condition on admitted rows, which have an index for each; `key` is one of the keys, `candidate` the delivery itself.
 */
const scopes: Record<BudgetScope, { readonly keys: string; readonly admitted: string }> = {
  recipient: { keys: '$4::bytea[]', admitted: 'recipient_mac = key' },
  domain: { keys: '$5::bytea[]', admitted: 'domain_mac = key' },
  client: { keys: 'ARRAY[candidate.client_mac]', admitted: 'client_mac = key' },
  certificate: {
    keys: 'ARRAY[convert_to(candidate.result_id::text, $$UTF8$$)]',
    admitted: 'result_id = candidate.result_id',
  },
  total: { keys: 'ARRAY[convert_to($$total$$, $$UTF8$$)]', admitted: 'true' },
};

/**
 * For the claimed delivery $1 under the lease $2: its client's hash, and for each budget the `limit`-th newest turn, null
 * when there are fewer. Turns are the admissions in the window that ends at $3 and, for a delivery that has not waited
 * yet, the turns of those that wait for the budget: it goes behind them. One that has waited is at its turn and is
 * weighed against admissions alone. $4 and $5 are the hashes of recipient and domain, of every key version. No row when the
 * lease is lost.
 */
export function limitingTurns(budgets: readonly EmailBudget[]): PreparedStatement {
  const text = `
    SELECT client_mac, ARRAY[${budgets.map(limitingTurn).join(',')}]::timestamptz[] AS turns
    FROM deliveries AS candidate
    WHERE id = $1 AND lease = $2 AND state = 'queued'
    FOR UPDATE`;
  const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { name: `limiting-turns-${fingerprint}`, text };
}

/** Each arm reads at most `limit` entries of an index, however long the list is. */
function limitingTurn({ scope, limit, windowMs }: EmailBudget): string {
  const { keys, admitted } = scopes[scope];
  return `(
    SELECT turn FROM unnest(${keys}) AS key CROSS JOIN LATERAL (
      (SELECT admitted_at AS turn FROM deliveries
       WHERE ${admitted} AND admitted_at > $3::timestamptz - interval '${windowMs} milliseconds'
       ORDER BY admitted_at DESC LIMIT ${limit})
      UNION ALL
      (SELECT available_at FROM deliveries
       WHERE waiting_for = key AND state = 'queued' AND candidate.waiting_since IS NULL
       ORDER BY available_at DESC LIMIT ${limit})) AS turns
    ORDER BY turn DESC OFFSET ${limit - 1} LIMIT 1)`;
}
