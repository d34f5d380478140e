/** Whose profile: only people have one, and the issuer keeps its subjects apart. */
export interface ProfileKey {
  readonly issuer: string;
  readonly subject: string;
}

/** What a person has said of themselves here (spec 2.8). The rest of a profile comes from the access token. */
export interface Profile {
  readonly displayName: string | undefined;
  /** E.164 */
  readonly phoneNumber: string | undefined;
  readonly marketingOptIn: boolean;
  /** Undefined when the person has never changed anything. */
  readonly updatedAt: Date | undefined;
}

/** Who has said nothing has not opted in. */
export const emptyProfile: Profile = {
  displayName: undefined,
  phoneNumber: undefined,
  marketingOptIn: false,
  updatedAt: undefined,
};

/** What to change; null clears, and what is absent stays. */
export interface ProfileChange {
  readonly displayName?: string | null;
  readonly phoneNumber?: string | null;
  readonly marketingOptIn?: boolean;
}
