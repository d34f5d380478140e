import { type ProblemPage } from '../pages/problem-page';
import { type InvitationState } from './acceptances.store';

export type Closed = Exclude<InvitationState, 'open'> | 'unknown' | 'no-way' | 'outdated' | 'not-from-us';

/** The invitation cannot be accepted, and nothing has changed. */
export class InvitationClosed extends Error {
  override readonly name = 'InvitationClosed';

  constructor(readonly why: Closed) {
    super(`the invitation is closed: ${why}`);
  }
}

const askAgain = 'Ask whoever has invited you for a new invitation.';

/** What people are told. */
export const closedInvitations: Readonly<Record<Closed, ProblemPage>> = {
  unknown: {
    status: 404,
    title: 'We do not know this invitation',
    paragraphs: ['The link is not complete, or the invitation was long ago.', askAgain],
  },
  accepted: {
    status: 410,
    title: 'This invitation has been accepted',
    paragraphs: [
      'It can be accepted once. If that was you, sign in with the command line or the console.',
      'If it was not you, tell whoever has invited you.',
    ],
  },
  replaced: {
    status: 410,
    title: 'There is a newer invitation',
    paragraphs: ['This one counts no more. Use the link in the latest mail.'],
  },
  expired: {
    status: 410,
    title: 'This invitation has expired',
    paragraphs: ['Invitations can be accepted for seven days.', askAgain],
  },
  'no-way': {
    status: 409,
    title: 'This invitation cannot be accepted now',
    paragraphs: [
      'It has to be accepted by a sign-in of the organization that is switched off at the moment.',
      'Tell whoever has invited you. The invitation has not been used up.',
    ],
  },
  outdated: {
    status: 409,
    title: 'Something has changed meanwhile',
    paragraphs: [
      'The invitation was not accepted, and nothing was changed. Open the link in the mail once more.',
    ],
  },
  'not-from-us': {
    status: 403,
    title: 'This form cannot be used',
    paragraphs: ['Open the link in the mail once more, and accept the invitation there.'],
  },
};
