import { type AuditContext } from '../audit/audit-trail.port';
import { type Profile, type ProfileChange, type ProfileKey } from './profile';

/** A change of a profile, and who makes it. */
export interface ProfileUpdate {
  readonly change: ProfileChange;
  readonly now: Date;
  readonly audit: AuditContext;
}

/** What people have said of themselves, sealed. Everything rejects with `StoreUnavailable`. */
export abstract class ProfileStore {
  /** `emptyProfile` when there is none. */
  abstract find(key: ProfileKey): Promise<Profile>;

  /**
   * Changes what is named and nothing else, with its audit row in the same transaction, and answers the whole. Changes
   * that are made at the same time all hold. A change that names nothing is none: no row, and the time stays.
   */
  abstract update(key: ProfileKey, update: ProfileUpdate): Promise<Profile>;
}
