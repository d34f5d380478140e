/** The owner of a profile. Only users have profiles; subjects are unique per issuer. */
export interface ProfileKey {
  readonly issuer: string;
  readonly subject: string;
}

/** The profile data that the user has entered here (spec 2.8). The rest of a profile comes from the access token. */
export interface Profile {
  readonly displayName: string | undefined;
  /** E.164 */
  readonly phoneNumber: string | undefined;
  readonly marketingOptIn: boolean;
  /** Undefined when the user has never changed the profile. */
  readonly updatedAt: Date | undefined;
}

/** The default: not opted in. */
export const emptyProfile: Profile = {
  displayName: undefined,
  phoneNumber: undefined,
  marketingOptIn: false,
  updatedAt: undefined,
};

/** The members to change: null clears a member, an absent member stays. */
export interface ProfileChange {
  readonly displayName?: string | null;
  readonly phoneNumber?: string | null;
  readonly marketingOptIn?: boolean;
}
