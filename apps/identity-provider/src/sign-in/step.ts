/** What a sign-in still needs. Each but `done` is a page. */
export type Step =
  | 'password'
  /** Through the provider of an organization: by which connection. */
  | 'connection'
  | 'code'
  | 'enrol'
  | 'recovery-codes'
  | 'organization'
  | 'no-organization'
  | 'consent'
  /** Of an invited person who has no password yet. */
  | 'new-password'
  | 'accepted'
  | 'done';
