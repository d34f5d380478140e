import { settingsOrExit } from '@governance/config';
import { runKeysCommand } from '@governance/keyring';
import { operate } from '@governance/runtime';
import { readKeysSettings } from './config';

// A command loads only what it needs.
operate({
  keys: ({ args, ...call }) =>
    runKeysCommand(args, { ...call, file: settingsOrExit(readKeysSettings).KEYRING_FILE }),
  'signing-keys': async (call) => (await import('./signing-keys.js')).signingKeys(call),
});
