import { settingsOrExit } from '@governance/config';
import { runIssuerKeysCommand } from '@governance/keyring';
import { readIssuerKeysSettings } from './config';

process.exitCode = runIssuerKeysCommand(process.argv.slice(2), {
  file: settingsOrExit(readIssuerKeysSettings).ISSUER_KEYS_FILE,
  now: new Date(),
  print: (line) => process.stdout.write(`${line}\n`),
});
