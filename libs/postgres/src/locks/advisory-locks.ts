/**
 * Every advisory lock of the database that has a name, with its number: programs of the platform, of the identity provider
 * and of older releases share one database, and with it one space of numbers. A number keeps its meaning for good, because
 * an old and a new release may run at the same time; a lock that is no longer used leaves its number behind. 7306218456 was
 * also the lock of all email admissions once, so those have numbers of their own now.
 */
export const advisoryLocks = {
  'platform-migrations': 7_306_218_455,
  'identity-migrations': 7_306_218_456,
  'identity-signing-keys': 7_306_218_457,
  'certificate-admissions': 7_306_218_458,
  'invitation-admissions': 7_306_218_459,
} as const;

export type NamedLock = keyof typeof advisoryLocks;

/** Numbers below this, and not below 0, are for named locks. */
export const namedSpaceEnd = 2 ** 40;
