import { Problem } from '@governance/kernel';

/** The same for an id that is malformed, unknown, or of another organization, so that it reveals nothing. */
export function unknownMember(): Problem {
  return new Problem('not_found', 'there is no member with this id');
}

/** Decisions 3: the last account-admin stays. */
export function lastAccountAdmin(cause?: unknown): Problem {
  return new Problem(
    'conflict',
    'the organization must keep an account-admin who can sign in: give another member this role first',
    { cause },
  );
}
