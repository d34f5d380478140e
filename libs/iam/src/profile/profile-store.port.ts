import { type AuditContext } from '../audit/audit-trail.port';
import { type Profile, type ProfileChange, type ProfileKey } from './profile';

/** A change of a profile, with its actor. */
export interface ProfileUpdate {
  readonly change: ProfileChange;
  readonly now: Date;
  readonly audit: AuditContext;
}

/** The sealed profiles of users. Every method rejects with `StoreUnavailable`. */
export abstract class ProfileStore {
  /** Returns `emptyProfile` when there is none. */
  abstract find(key: ProfileKey): Promise<Profile>;

  /**
   * Changes only the named members, with the audit row in the same transaction, and returns the whole profile. Concurrent
   * changes all take effect. A change without members writes no row and keeps `updatedAt`.
   */
  abstract update(key: ProfileKey, update: ProfileUpdate): Promise<Profile>;
}
