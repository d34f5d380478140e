export { FaultyWire, losses, type Loss } from './faulty-wire';
export { identityProviderContract } from './identity-provider.contract';
export type * from './identity-provider.harness';
export { InMemoryCredentialStore } from './in-memory-credential-store';
export { InMemoryIdentityProvider } from './in-memory-identity-provider';
export { makeKeyPair } from './key-pairs';
export { refusedKeys } from './refused-keys';
