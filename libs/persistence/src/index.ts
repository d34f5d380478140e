export { DatabaseProbe } from './database-probe';
export { migrate } from './migrate';
export { PersistenceModule, type PersistenceOptions } from './persistence.module';
export { type Hit, type HitRecord, RateLimits } from './rate-limits';
