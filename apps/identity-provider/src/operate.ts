import { operate } from '@governance/runtime';
import { readCommandSettings } from './config';

// A command loads only what it needs.
operate(() => readCommandSettings('keys').KEYRING_FILE, {
  'signing-keys': async (call) => (await import('./signing-keys.js')).signingKeys(call),
});
