import { settingsOrExit } from '@governance/config';
import { runCommand, StartRefused } from '@governance/runtime';
import { verifierKey } from '@governance/transparency';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readIdentitySettings } from './config';
import { StateFile } from './state-file';
import { createKeyFile, readWitnessKey } from './witness-key';

const lost =
  'STATE_FILE is lost. An empty one could cosign a second history: use a new key, or run `npm run init -- --forget`, which every later start reports';

/** Creates the key and the empty memory of a new witness, and prints the key with which others verify its cosignatures. */
runCommand(() => {
  const { values } = parseArgs({ options: { forget: { type: 'boolean', default: false } } });
  const { KEY_FILE, STATE_FILE, WITNESS_NAME } = settingsOrExit(readIdentitySettings);
  const [hasKey, hasState] = [existsSync(KEY_FILE), existsSync(STATE_FILE)];
  if (hasState && !hasKey)
    throw new StartRefused('KEY_FILE is lost. Restore it, or use new files for a new witness');
  if (hasKey && !hasState && !values.forget) throw new StartRefused(lost);
  if (!hasKey) createKeyFile(KEY_FILE);
  const key = verifierKey(readWitnessKey(KEY_FILE, WITNESS_NAME), 'cosignature');
  if (!hasState) StateFile.create(STATE_FILE, { verifierKey: key, at: new Date(), isForgetful: hasKey });
  process.stdout.write(`${key}\n`);
  return Promise.resolve();
});
