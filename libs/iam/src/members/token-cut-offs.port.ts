import { type Role } from '../caller/role';
import { type AuditEntry } from '../audit/audit-trail.port';
import { type TokenCutOff, type TokenHolder, type TokenHolders } from './token-cut-off';

/**
 * Users whose tokens were invalidated before their expiry. This is not a list of members: most users have no entry. A time
 * never moves back. An audit entry is written in the same transaction. Every method rejects with `StoreUnavailable`.
 */
export abstract class TokenCutOffs {
  /** One indexed read. */
  abstract find(holder: TokenHolder): Promise<TokenCutOff | undefined>;

  abstract remove(holder: TokenHolder, at: Date, audit?: AuditEntry): Promise<void>;

  /** Cuts off several users of one organization in one transaction. */
  abstract removeAll(holders: TokenHolders, at: Date, audit?: AuditEntry): Promise<void>;

  /** Ends the tokens that were issued until `at`, a time of their issuer, because all sessions of the user have ended then. */
  abstract endSessions(holder: TokenHolder, at: Date): Promise<void>;

  abstract changeRole(
    holder: TokenHolder,
    change: { readonly at: Date; readonly role: Role },
    audit?: AuditEntry,
  ): Promise<void>;
}
