import { logOrigin } from '@governance/assessments';
import { selfSignedCertificate } from '@governance/certificates';
import { settingsOrExit } from '@governance/config';
import { productName } from '@governance/design';
import { IssuerKeys, runIssuerKeysCommand } from '@governance/keyring';
import { type OperatorCall } from '@governance/runtime';
import { verifierKey } from '@governance/transparency';
import { readCommandSettings } from './config';

export function issuerKeys({ args, ...call }: OperatorCall): number {
  return runIssuerKeysCommand(args, {
    ...call,
    file: settingsOrExit(() => readCommandSettings('issuer-keys')).ISSUER_KEYS_FILE,
    selfSign: ({ name = productName, ...key }) => selfSignedCertificate({ ...key, name }),
  });
}

/** `operate log-key`: prints the key of the certificate log, which its witnesses must know. */
export function logKey({ print }: OperatorCall): number {
  const { ISSUER_KEYS_FILE, PUBLIC_BASE_URL } = settingsOrExit(() => readCommandSettings('log-key'));
  const { logPublicKey: publicKey } = IssuerKeys.load(ISSUER_KEYS_FILE);
  print(verifierKey({ name: logOrigin(PUBLIC_BASE_URL), publicKey }, 'note'));
  return 0;
}
