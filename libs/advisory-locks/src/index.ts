export { advisoryLocks, type NamedLock } from './advisory-locks';
export { lockOfTransaction, lockSession, tryLockOfTransaction, unlockSession } from './lock-statements';
