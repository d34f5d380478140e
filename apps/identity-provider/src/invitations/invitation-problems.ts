import { PageProblem } from '../pages/page-problem';
import { type ProblemPage } from '../pages/problem-page';
import { type InvitationState } from './acceptances.store';

export type Closed = Exclude<InvitationState, 'open'> | 'unknown' | 'no-way' | 'outdated' | 'not-from-us';

/** The invitation cannot be accepted, and nothing has changed. */
export class InvitationClosed extends PageProblem {
  constructor(why: Closed) {
    super(closedInvitations[why]);
  }
}

const askAgain = 'Ask the administrator who invited you for a new invitation.';

const closedInvitations: Readonly<Record<Closed, ProblemPage>> = {
  unknown: {
    status: 404,
    title: 'Invitation not found',
    paragraphs: ['The link is incomplete, or the invitation is too old.', askAgain],
  },
  accepted: {
    status: 410,
    title: 'This invitation has been accepted',
    paragraphs: [
      'An invitation can be accepted once. If you accepted it, sign in.',
      'If you did not accept it, tell the administrator who invited you.',
    ],
    next: { href: '/account', words: 'Sign in' },
  },
  replaced: {
    status: 410,
    title: 'A newer invitation has replaced this one',
    paragraphs: ['Use the link in the latest mail from this organization.'],
  },
  revoked: {
    status: 410,
    title: 'This invitation was revoked',
    paragraphs: ['An administrator of the organization has revoked it.', askAgain],
  },
  expired: {
    status: 410,
    title: 'This invitation has expired',
    paragraphs: ['Invitations expire after seven days.', askAgain],
  },
  'no-way': {
    status: 409,
    title: 'This invitation cannot be accepted now',
    paragraphs: [
      'The sign-in method that it requires is disabled at the moment.',
      'Tell the administrator who invited you. You can still accept the invitation later.',
    ],
  },
  outdated: {
    status: 409,
    title: 'The invitation was not accepted',
    paragraphs: [
      'The invitation, the sign-in method or your account has changed in the meantime. No data was changed. Open the link in the mail again.',
    ],
  },
  'not-from-us': {
    status: 403,
    title: 'This form cannot be used',
    paragraphs: ['Open the link in the mail again and accept the invitation there.'],
  },
};
