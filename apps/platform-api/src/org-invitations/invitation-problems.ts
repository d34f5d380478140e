import { defineProblem, type ProblemDescription, unknownMember } from '@governance/http';
import { insufficientScope } from '../insufficient-scope';

/** A caller cannot give permissions that they lack. */
export const exceedingRole = defineProblem({
  ...insufficientScope,
  text: 'the role has permissions that the access token lacks',
  when: 'The role has permissions that the caller lacks.',
  remedy: 'Give a role whose permissions you have, or ask an admin; a machine cannot invite an account-admin',
});

export const alreadyMember = defineProblem({
  kind: 'conflict',
  text: 'a member of this organization has this address',
  when: 'The person is already a member.',
  remedy: 'To add a sign-in method for this member, pin the invitation to a connection',
});

/** The same for an unknown id and for an invitation of another organization. */
export const unknownInvitation = defineProblem({
  kind: 'not_found',
  text: 'there is no invitation with this id',
  when: 'The caller’s organization has no invitation with this id.',
  remedy: 'Use an id from your organization’s list; a revoked one has this error at a second revocation',
});

export const notPending = defineProblem({
  kind: 'conflict',
  text: (status: 'accepted' | 'expired' | 'revoked') =>
    `the invitation is no longer pending: it is ${status}`,
  when: 'The invitation is not pending.',
  remedies: {
    accepted: 'The person has joined; to undo that, remove the member',
    expired: 'Invite again',
    revoked: 'Invite again, or use the id of the newer invitation',
  },
});

/** As a revocation describes it. */
export const alreadyAccepted: ProblemDescription = {
  kind: 'conflict',
  when: 'The invitation was accepted: the person is, or was, a member.',
  texts: { [notPending('accepted').text]: 'The person has joined; to undo that, remove the member' },
};

export const disabledConnection = defineProblem({
  kind: 'conflict',
  text: 'the connection of the invitation is disabled',
  when: 'The invitation is pinned to a connection that is disabled.',
  remedy: 'Enable the connection, or invite with another one',
});

const invitedRoleRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The role is missing, unknown, or not one that an invitation can give.',
  texts: {
    'role must be a string': 'Send a string',
    'role must be account-admin or viewer': 'Send one of them; a member can become a client-manager later',
  },
};

export const invitationRefused: readonly ProblemDescription[] = [
  {
    kind: 'invalid',
    when: 'The address is missing or invalid.',
    texts: {
      'email must be an email': 'Send one plain address',
      'email must be well-formed text without NUL characters': 'Correct the text',
    },
  },
  invitedRoleRefused,
  {
    kind: 'invalid',
    when: 'The caller’s organization has no such connection, or it is disabled.',
    texts: {
      'connection_id must be a string': 'Send an `id` of `GET /iam/connections`, or none',
      'connection_id must name an enabled connection of this organization':
        'Send the id of an enabled one from `GET /iam/connections`, or none',
    },
  },
  unknownMember('name'),
];
