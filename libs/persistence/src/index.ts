export { CredentialHousekeeping, type HousekeepingDone } from './credentials/credential-housekeeping';
export { DatabaseProbe } from './database-probe';
export { InvitationHousekeeping } from './invitations/invitation-housekeeping';
export { migrate } from './migrate';
export { PersistenceModule, type PersistenceOptions } from './persistence.module';
export { type Hit, type HitRecord, RateLimits } from './rate-limits';
export { WatchedClient } from './watched-client';
