import { selfSignedCertificate } from '@governance/certificates';
import { settingsOrExit } from '@governance/config';
import { productName } from '@governance/design';
import { runIssuerKeysCommand } from '@governance/keyring';
import { readIssuerKeysSettings } from './config';

process.exitCode = runIssuerKeysCommand(process.argv.slice(2), {
  file: settingsOrExit(readIssuerKeysSettings).ISSUER_KEYS_FILE,
  now: new Date(),
  selfSign: ({ name = productName, ...key }) => selfSignedCertificate({ ...key, name }),
  print: (line) => process.stdout.write(`${line}\n`),
});
