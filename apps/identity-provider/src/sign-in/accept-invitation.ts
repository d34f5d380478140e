import { Logger } from '@nestjs/common';
import { type PeopleStores } from '../stores/people-stores';
import { wayOf } from './next-invited-step';
import { type InvitedSituation } from './situation';
import { type Progress } from './progress';
import { InvitationClosed } from '../invitations/invitation-problems';

const log = new Logger('Invitations');

/**
 * Makes the authenticated user a member. Returns the account.
 * @throws InvitationClosed when the invitation, the sign-in method or the account has changed. Nothing is stored then.
 */
export async function acceptInvitation(
  { invitation, ways, account }: InvitedSituation,
  progress: Progress,
  { acceptances }: Pick<PeopleStores, 'acceptances'>,
): Promise<string> {
  if (progress.shownAt === undefined) throw new Error('no user is authenticated');
  const { name, passwordHash, identity } = progress.invited ?? {};
  const way = wayOf({ invitation, ways, account }, progress);
  const userId = await acceptances.accept(invitation.id, {
    userId: progress.userId,
    name: name ?? invitation.email,
    connectionId: identity?.connectionId ?? way?.id,
    passwordHash,
    identity,
  });
  const { id: invitationId, orgId } = invitation;
  if (userId === undefined) throw new InvitationClosed('outdated');
  log.log({ msg: 'invitation accepted', invitationId, orgId });
  return userId;
}
