import { settingsOrExit } from '@governance/config';
import { runKeysCommand } from '@governance/keyring';
import { operate } from '@governance/runtime';
import { readKeysSettings } from './config';

// A command loads only what it needs.
operate({
  keys: ({ args, ...call }) =>
    runKeysCommand(args, { ...call, file: settingsOrExit(readKeysSettings).KEYRING_FILE }),
  'issuer-keys': async (call) => (await import('./issuer-keys.js')).issuerKeys(call),
  erase: async (call) => (await import('./erase.js')).erase(call),
  withdraw: async (call) => (await import('./withdraw.js')).withdraw(call),
});
