import { closedInvitations, InvitationClosed } from '../invitations/invitation-problems';
import { over, pageOfError, type ProblemPage } from '../pages/problem-page';
import { VisitOver } from './visit';

/** The page shown when a sign-in cannot continue. */
export function pageOf(error: unknown): ProblemPage {
  if (error instanceof VisitOver) return over;
  return error instanceof InvitationClosed ? closedInvitations[error.why] : pageOfError(error);
}

/** Whether the error is part of normal operation and needs no report. */
export function isExpected(error: unknown): boolean {
  return error instanceof VisitOver || error instanceof InvitationClosed;
}
