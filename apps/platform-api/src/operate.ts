import { operate } from '@governance/runtime';
import { readKeysSettings } from './config';

// A command loads only what it needs.
operate(() => readKeysSettings().KEYRING_FILE, {
  reconcile: async (call) => (await import('./reconcile.js')).reconcile(call),
  org: async (call) => (await import('./org.js')).org(call),
  'issuer-doctor': async (call) => (await import('./issuer-doctor.js')).issuerDoctor(call),
});
