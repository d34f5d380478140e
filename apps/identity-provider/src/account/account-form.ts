import { type AccountSession } from './account-sessions';

/** Names the session in the secret of its forms (`csrfToken`). */
export function accountForm({ uid }: Pick<AccountSession, 'uid'>): string {
  return `account ${uid}`;
}
