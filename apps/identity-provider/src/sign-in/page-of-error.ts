import { closedInvitations, InvitationClosed } from '../invitations/invitation-problems';
import { over, pageOfError, type ProblemPage } from '../pages/problem-page';
import { VisitOver } from './visit';

/** What people are told when a sign-in cannot go on. */
export function pageOf(error: unknown): ProblemPage {
  if (error instanceof VisitOver) return over;
  return error instanceof InvitationClosed ? closedInvitations[error.why] : pageOfError(error);
}

/** Whether it is nobody's fault but the moment's. */
export function isExpected(error: unknown): boolean {
  return error instanceof VisitOver || error instanceof InvitationClosed;
}
