/** The next step of a sign-in. Each except `done` is a page. */
export type Step =
  | 'password'
  /** Choice of a connection to the provider of an organization. */
  | 'connection'
  | 'code'
  | 'enrol'
  | 'recovery-codes'
  | 'organization'
  | 'no-organization'
  | 'consent'
  /** For an invitee without a password. */
  | 'new-password'
  | 'accepted'
  | 'done';
