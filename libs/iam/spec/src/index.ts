export { identityProviderContract } from './identity-provider.contract';
export type * from './identity-provider.harness';
export { FaultyWire, type Loss } from './faulty-wire';
export { InMemoryIdentityProvider } from './in-memory-identity-provider';
export { makeKeyPair } from './key-pairs';
