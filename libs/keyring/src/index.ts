export { IssuerKeys } from './issuer-keys';
export { type IssuerKeysCommandOptions, runIssuerKeysCommand } from './issuer-keys.command';
export { IssuerKeysUnusable } from './issuer-keys-unusable';
export { Keyring } from './keyring';
export { KeyringUnusable } from './keyring-unusable';
export { type KeysCommandOptions, runKeysCommand } from './keys.command';
export { SealBroken } from './seal-broken';
export type { SealContext } from './sealed-value';
