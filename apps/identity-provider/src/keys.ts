import { settingsOrExit } from '@governance/config';
import { runKeysCommand } from '@governance/keyring';
import { readKeysSettings } from './config';

process.exitCode = runKeysCommand(process.argv.slice(2), {
  file: settingsOrExit(readKeysSettings).KEYRING_FILE,
  now: new Date(),
  print: (line) => process.stdout.write(`${line}\n`),
});
