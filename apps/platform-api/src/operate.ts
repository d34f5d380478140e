import { settingsOrExit } from '@governance/config';
import { runKeysCommand } from '@governance/keyring';
import { operate } from '@governance/runtime';
import { readKeysSettings } from './config';

// A command loads only what it needs.
operate({
  keys: ({ args, ...call }) =>
    runKeysCommand(args, { ...call, file: settingsOrExit(readKeysSettings).KEYRING_FILE }),
  reconcile: async (call) => (await import('./reconcile.js')).reconcile(call),
  org: async (call) => (await import('./org.js')).org(call),
  'issuer-doctor': async (call) => (await import('./issuer-doctor.js')).issuerDoctor(call),
});
