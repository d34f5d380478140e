import { type PreparedStatement } from '@governance/postgres';
import { claimedColumns } from './delivery-row';
import { type DeliveryWork, kindsOf } from './delivery-work';

const organization = `coalesce(organization_mac, '')`;
const invitations = `state = 'queued' AND kind IN (${kindsOf('invitations')})`;

/**
 * Serves organizations in random order, so that one that has invited thousands does not delay the others. Finds each
 * organization with queued invitations in one step, by the index.
 */
const chosenOrganization = `
  WITH RECURSIVE organizations AS (
    (SELECT ${organization} AS organization FROM deliveries WHERE ${invitations} ORDER BY 1 LIMIT 1)
    UNION ALL
    SELECT (
      SELECT ${organization} FROM deliveries
      WHERE ${invitations} AND ${organization} > organizations.organization ORDER BY 1 LIMIT 1)
    FROM organizations WHERE organizations.organization IS NOT NULL)
  SELECT organization FROM organizations
  WHERE EXISTS (
    SELECT FROM deliveries
    WHERE ${invitations} AND ${organization} = organizations.organization AND available_at <= $1)
  ORDER BY random() LIMIT 1`;

const inTurn: Record<DeliveryWork, string> = {
  certificates: '',
  invitations: `AND ${organization} = (${chosenOrganization})`,
};

/** `SKIP LOCKED` lets workers pass each other; a later `available_at` hides the row until the lease ends. */
export function claimNext(work: DeliveryWork): PreparedStatement {
  return {
    name: `claim-${work}`,
    text: `
      UPDATE deliveries
      SET lease = gen_random_uuid(), available_at = $2, attempts = attempts + 1
      WHERE id = (
        SELECT id FROM deliveries
        WHERE state = 'queued' AND kind IN (${kindsOf(work)}) AND available_at <= $1 ${inTurn[work]}
        ORDER BY available_at, created_at
        FOR UPDATE SKIP LOCKED
        LIMIT 1)
      RETURNING ${claimedColumns}`,
  };
}
