import { type Role } from '../caller/role';
import { type AuditEntry } from '../audit/audit-trail.port';
import { type TokenCutOff, type TokenHolder } from './token-cut-off';

/**
 * Whose tokens have ended before their time. It is never a list of who is let in: most people are not in it. A moment never
 * moves back. With an audit entry, its row is written in the same transaction. Everything rejects with `StoreUnavailable`.
 */
export abstract class TokenCutOffs {
  /** One indexed read. */
  abstract find(holder: TokenHolder): Promise<TokenCutOff | undefined>;

  abstract remove(holder: TokenHolder, at: Date, audit?: AuditEntry): Promise<void>;

  abstract changeRole(
    holder: TokenHolder,
    change: { readonly at: Date; readonly role: Role },
    audit?: AuditEntry,
  ): Promise<void>;
}
