import { type PreparedStatement } from '@governance/postgres';
import { cancelledFor } from '../deliveries/delivery-row';

/**
 * Locks the mail of the invitations $1, before the invitations themselves: the trigger that records the end of a mail locks
 * the mail first, too (docs/architecture.md, order of locks).
 */
export const lockMail: PreparedStatement = {
  name: 'lock-mail-of-invitations',
  text: `
    SELECT FROM deliveries WHERE invitation_id IN (SELECT id FROM invitations WHERE id = ANY($1))
    ORDER BY id FOR UPDATE`,
};

/** For the replaced invitations $1. */
export const cancelReplacedMail = cancelMail(
  'cancel-mail-of-replaced-invitation',
  cancelledFor('InvitationReplaced'),
);

/** For the revoked invitations $1. */
export const cancelRevokedMail = cancelMail(
  'cancel-mail-of-revoked-invitation',
  cancelledFor('InvitationRevoked'),
);

/** Also cancels a parked message: an operator must not send it later. */
function cancelMail(name: string, cancelled: string): PreparedStatement {
  return {
    name,
    text: `
      UPDATE deliveries SET ${cancelled}, message = NULL
      WHERE invitation_id = ANY($1) AND state IN ('queued', 'parked')`,
  };
}
