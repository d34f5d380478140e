export { IssuerKeys } from './issuer-keys';
export { runIssuerKeysCommand } from './issuer-keys.command';
export { IssuerKeysUnusable } from './issuer-keys-unusable';
export { Keyring } from './keyring';
export { KeyringUnusable } from './keyring-unusable';
export { type KeyFileCommandOptions, type KeyToCertify } from './key-file.command';
export { runKeysCommand } from './keys.command';
export { SealBroken } from './seal-broken';
export type { SealContext } from './sealed-value';
