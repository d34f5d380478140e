import { defineProblem, type ProblemDescription } from '@governance/http';

/** The same for an id that is malformed, unknown, or of another organization, so that it reveals nothing. */
export const unknownMember = defineProblem({
  kind: 'not_found',
  text: 'there is no member with this id',
  when: 'The caller’s organization has no member with this id.',
  remedy: 'Use an id from your organization’s list',
});

export const secondFactorResetRefused = defineProblem({
  kind: 'conflict',
  text: 'the member has no second factor here, or cannot be told by mail',
  when: 'The identity provider has no second factor of the member, no verified address, or no mail server.',
  remedy: 'Ask the operator',
});

/** Decisions 3: the last account-admin stays. */
export const lastAccountAdmin = defineProblem({
  kind: 'conflict',
  text: 'the organization must keep an account-admin who can sign in: give another member this role first',
  when: 'No other account-admin of the organization could sign in.',
  remedy: 'Promote another member first',
});

export const memberRoleRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The role is missing or unknown.',
  texts: {
    'role must be a string': 'Send a string',
    'role must be account-admin, client-manager or viewer': 'Send one of them',
  },
};
