import { type SealContext } from '@governance/keyring';

/** What a sealed value of `invitations` is bound to. */
export function invitationSeal(column: 'email' | 'token', row: string): SealContext {
  return { table: 'invitations', column, row };
}
