import { until } from '@governance/testing';
import { type ReplicatedProduct } from '../system/replicated-product';

/**
 * Mail that failed waits longer with each attempt, and an unfinished change waits for its lease. With the load gone, no
 * request holds one, so a run need not wait for either time. A lease of more than a minute is of a worker whose clock was ahead,
 * and which has been replaced.
 */
const bringForward = [
  `UPDATE deliveries SET available_at = now() WHERE state = 'queued' AND waiting_for IS NULL
     AND (lease IS NULL AND available_at > now() OR available_at > now() + interval '1 minute')`,
  'UPDATE jobs SET due_at = now() WHERE lease IS NULL AND failure IS NOT NULL',
  `UPDATE credential_intents SET lease_until = now() - interval '1 second' WHERE lease_until < now() + interval '50 seconds'`,
  `UPDATE provider_changes SET lease_until = now() - interval '1 second' WHERE lease_until < now() + interval '50 seconds'`,
];

const remaining = `
  SELECT
    (SELECT count(*) FROM deliveries WHERE state = 'queued' AND waiting_for IS NULL)::integer AS mails,
    ((SELECT count(*) FROM certificate_documents WHERE state = 'queued')
      + (SELECT count(*) FROM certificate_domains WHERE check_due_at <= now()))::integer AS jobs,
    ((SELECT count(*) FROM credential_intents) + (SELECT count(*) FROM provider_changes))::integer AS changes`;

/** Resolves when the workers have finished everything, or cannot within the time. */
export async function settle({ database }: ReplicatedProduct, limitMs: number): Promise<void> {
  const limit = AbortSignal.timeout(limitMs);
  let nextAt = 0;
  await until(async () => {
    if (performance.now() > nextAt) {
      for (const statement of bringForward) await database.sql(statement);
      nextAt = performance.now() + 2_000;
    }
    const [row] = await database.sql(remaining);
    return limit.aborted || (row?.mails === 0 && row.jobs === 0 && row.changes === 0);
  });
}
