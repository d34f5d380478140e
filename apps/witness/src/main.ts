import { checkEd25519, runProgram, SystemClock } from '@governance/runtime';
import { noteVerifier, verifierKey } from '@governance/transparency';
import { readFileSync } from 'node:fs';
import { readServerSettings } from './config';
import { knownLogs } from './known-logs';
import { StateFile } from './state-file';
import { Witness } from './witness';
import { readWitnessKey } from './witness-key';
import { serveWitness } from './witness-server';

runProgram('witness', readServerSettings, async (settings, log) => {
  const logs = knownLogs(readFileSync(settings.LOGS_FILE, 'utf8'), checkEd25519);
  const key = readWitnessKey(settings.KEY_FILE, settings.WITNESS_NAME);
  const own = verifierKey(key, 'cosignature');
  const state = await StateFile.open(settings.STATE_FILE, own, noteVerifier(own, checkEd25519));
  const { isForgetful, at } = state.beginning;
  if (isForgetful) log.warn({ since: at }, 'what this key cosigned before is forgotten');
  log.info({ verifierKey: own, logs: [...logs.keys()] }, 'witness');
  const witness = new Witness({ key, logs, state, clock: new SystemClock(), log });
  const server = await serveWitness(witness, settings.PORT, log);
  return {
    close: async () => {
      await server.close();
      state.close();
    },
  };
});
