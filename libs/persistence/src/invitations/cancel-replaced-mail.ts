import { cancelledFor } from '../deliveries/delivery-row';

/** For the replaced invitations $1. Also cancels a parked message: an operator must not send it later. */
export const cancelReplacedMail = {
  name: 'cancel-mail-of-replaced-invitation',
  text: `
    UPDATE deliveries SET ${cancelledFor('InvitationReplaced')}, message = NULL
    WHERE invitation_id = ANY($1) AND state IN ('queued', 'parked')`,
};
