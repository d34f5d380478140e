/** Requests and responses of the embedded provider's management API, version 1, for both ends. */
export * from './clients';
export * from './connections';
export * from './domains';
export * from './invitations';
export * from './members';
export * from './memberships';
export * from './organizations';
export * from './trust-rules';
