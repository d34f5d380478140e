import { type BudgetScope, type EmailBudget } from '@governance/deliveries';
import { createHash } from 'node:crypto';
import { type PreparedStatement } from '@governance/postgres';
import { kindsOf } from '../deliveries/delivery-work';

/**
 * How a scope is found in `deliveries`. `macs`: its hashes, or a substitute, as an array of bytea. `key`: its value in
 * `waiting_for`. `admitted`: the condition on admitted rows, indexed by `mac`. `weighed`: limits the budget to some
 * deliveries; absent, it applies to all. `candidate` is the delivery itself.
 */
interface ScopeSql {
  readonly macs: string;
  readonly key: (mac: string) => string;
  readonly admitted: string;
  readonly weighed?: (windowStart: string) => string;
}

const isInvitation = `kind IN (${kindsOf('invitations')})`;
const isCertificate = `NOT ${isInvitation}`;
const itself = (mac: string): string => mac;
const named =
  (scope: string, ...parts: string[]) =>
  (mac: string): string =>
    [`convert_to('${scope}', 'UTF8')`, ...parts, mac].join(' || ');

const sent = 'organization_mac = candidate.organization_mac';

const scopes: Record<BudgetScope, ScopeSql> = {
  recipient: { macs: '$4::bytea[]', key: itself, admitted: `recipient_mac = mac AND ${isCertificate}` },
  domain: { macs: '$5::bytea[]', key: itself, admitted: `domain_mac = mac AND ${isCertificate}` },
  client: { macs: 'ARRAY[candidate.client_mac]', key: itself, admitted: 'client_mac = mac' },
  certificate: {
    macs: `ARRAY[convert_to(candidate.result_id::text, 'UTF8')]`,
    key: itself,
    admitted: 'result_id = candidate.result_id',
  },
  total: { macs: `ARRAY[convert_to('total', 'UTF8')]`, key: itself, admitted: isCertificate },
  invitee: {
    macs: '$4::bytea[]',
    key: named('invitee', 'candidate.organization_mac'),
    admitted: `recipient_mac = mac AND ${sent}`,
  },
  organization: {
    macs: 'ARRAY[candidate.organization_mac]',
    key: named('organization'),
    admitted: 'organization_mac = mac',
  },
  mailbox: {
    macs: '$4::bytea[]',
    key: named('mailbox'),
    admitted: `recipient_mac = mac AND ${isInvitation}`,
    weighed: (windowStart) => `EXISTS (
      SELECT FROM deliveries WHERE recipient_mac = ANY($4) AND ${sent} AND admitted_at > ${windowStart})`,
  },
};

/**
 * For the claimed delivery $1 with lease $2, per budget: the `limit`-th newest turn, null when there are fewer, and the value
 * of `waiting_for` for a delivery that waits. Turns are the admissions in the window that ends at $3. For a delivery that has
 * not waited yet, they include the turns of those that wait for the budget, so that it goes behind them; one that has waited
 * is weighed against admissions alone. $4 and $5 are the hashes of recipient and domain, of every key version, newest first.
 * No row when the lease is lost.
 */
export function limitingTurns(budgets: readonly EmailBudget[]): PreparedStatement {
  const keys = budgets.map(({ scope }) => scopes[scope].key(`(${scopes[scope].macs})[1]`));
  // The statement has the same parameters for any budgets.
  const text = `
    SELECT client_mac, ARRAY[${budgets.map(limitingTurn).join(',')}]::timestamptz[] AS turns,
      ARRAY[${keys.join(',')}]::bytea[] AS keys, num_nonnulls($3::timestamptz, $4::bytea[], $5::bytea[]) AS given
    FROM deliveries AS candidate
    WHERE id = $1 AND lease = $2 AND state = 'queued'`;
  const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { name: `limiting-turns-${fingerprint}`, text };
}

/** Each arm reads index entries from the newest, hardly more than `limit`, for a list of any length. */
function limitingTurn({ scope, limit, windowMs }: EmailBudget): string {
  const { macs, key, admitted, weighed } = scopes[scope];
  const windowStart = `$3::timestamptz - interval '${windowMs} milliseconds'`;
  const turn = `(
    SELECT turn FROM unnest(${macs}) AS mac CROSS JOIN LATERAL (
      (SELECT admitted_at AS turn FROM deliveries
       WHERE ${admitted} AND admitted_at > ${windowStart}
       ORDER BY admitted_at DESC LIMIT ${limit})
      UNION ALL
      (SELECT available_at FROM deliveries
       WHERE waiting_for = ${key('mac')} AND state = 'queued' AND candidate.waiting_since IS NULL
       ORDER BY available_at DESC LIMIT ${limit})) AS turns
    ORDER BY turn DESC OFFSET ${limit - 1} LIMIT 1)`;
  return weighed ? `CASE WHEN ${weighed(windowStart)} THEN ${turn} END` : turn;
}
