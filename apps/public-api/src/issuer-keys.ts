import { selfSignedCertificate } from '@governance/certificates';
import { settingsOrExit } from '@governance/config';
import { productName } from '@governance/design';
import { runIssuerKeysCommand } from '@governance/keyring';
import { type OperatorCall } from '@governance/runtime';
import { readCommandSettings } from './config';

export function issuerKeys({ args, ...call }: OperatorCall): number {
  return runIssuerKeysCommand(args, {
    ...call,
    file: settingsOrExit(() => readCommandSettings('issuer-keys')).ISSUER_KEYS_FILE,
    selfSign: ({ name = productName, ...key }) => selfSignedCertificate({ ...key, name }),
  });
}
