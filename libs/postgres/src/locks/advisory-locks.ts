/**
 * Every named advisory lock with its number. Programs of the platform, of the identity provider and of older releases share
 * one database and so one number space. A number never changes its meaning, because an old and a new release may run at the
 * same time; the number of an unused lock is not reused. 7306218456 was once also the lock of all email admissions, which
 * now have their own numbers.
 */
export const advisoryLocks = {
  'platform-migrations': 7_306_218_455,
  'identity-migrations': 7_306_218_456,
  'identity-signing-keys': 7_306_218_457,
  'certificate-admissions': 7_306_218_458,
  'invitation-admissions': 7_306_218_459,
  retention: 7_306_218_460,
  'certificate-log': 7_306_218_461,
} as const;

export type NamedLock = keyof typeof advisoryLocks;

/** Numbers below this, and not below 0, are for named locks. */
export const namedSpaceEnd = 2 ** 40;
