import { operate } from '@governance/runtime';
import { readCommandSettings } from './config';

// A command loads only what it needs.
operate(() => readCommandSettings('keys').KEYRING_FILE, {
  'issuer-keys': async (call) => (await import('./issuer-keys.js')).issuerKeys(call),
  'log-key': async (call) => (await import('./issuer-keys.js')).logKey(call),
  'log-records': async (call) => (await import('./record-commands.js')).logRecords(call),
  erase: async (call) => (await import('./record-commands.js')).erase(call),
  withdraw: async (call) => (await import('./record-commands.js')).withdraw(call),
});
