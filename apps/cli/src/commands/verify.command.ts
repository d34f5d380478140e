import { CertificateNotValidError } from '@governance/client';
import { asUuid } from '@governance/kernel';
import { existsSync } from 'node:fs';
import { type App } from '../app';
import { canonical } from '../canonical';
import { CommandError } from '../command-error';
import { type CertificateOptions } from '../verify/certificate-options';
import { issuerUrl } from '../verify/issuer-url';
import { type CommandGroup, examples } from './command-group';

export const verifyCommand: CommandGroup = (program, run) => {
  examples(
    program
      .command('verify')
      .description('check a certificate: its PDF, or its id at the service')
      .argument('<file-or-id>', 'the PDF, or the id')
      .option('--issuer <url>', 'the issuer that you trust, instead of the public surface of the profile')
      .option('--keys <file>', "the issuer's keys (jwks.json): without any request")
      .option('--trust <file>', "the issuer's public log and the witnesses that you trust (trust.json)")
      .option('--status <file>', "the issuer's status list, with --keys")
      .option('--address <address>', 'checks that it was mailed to this address; needs --ownership-code')
      .option('--ownership-code <code>', 'the ownership code from the mail; needs --address')
      .option('--answers <file>', 'checks that these answers (JSON) give the result; - for stdin')
      .action(run((app: App, subject: string, options: CertificateOptions) => verify(app, subject, options))),
    'governance verify certificate.pdf --issuer https://assess.example.org',
    'governance verify certificate.pdf --keys jwks.json --address ada@example.com --ownership-code CODE',
    'governance verify 3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19',
  );
};

/** Options for files: not allowed with an id. */
const fileOptions = ['keys', 'trust', 'status', 'address', 'ownershipCode', 'answers'];

async function verify(app: App, subject: string, options: CertificateOptions): Promise<void> {
  if (existsSync(subject)) return verifyFile(app, subject, options);
  const id = asUuid(canonical(subject));
  if (id !== undefined) return verifyId(app, id, options);
  throw new CommandError(`${subject} is neither a file nor the id of a certificate`);
}

async function verifyId(app: App, id: string, options: CertificateOptions): Promise<void> {
  const given = Object.keys(options).find((name) => fileOptions.includes(name));
  if (given !== undefined)
    throw new CommandError(`--${given.replace('C', '-c')} is for a PDF, not for an id`);
  const verification = await app.assessments(issuerUrl(app, options)).verify(id, { signal: app.signal });
  if (!verification.valid) {
    app.showForPrograms({ valid: false, id, status: verification.status });
    throw new CertificateNotValidError(id, verification);
  }
  const { tier, overallScore, launchAllowed, issuedAt, issuer } = verification.certificate;
  app.show({ valid: true, id, overallScore, tier, launchAllowed, issuedAt, issuer });
}

async function verifyFile(app: App, file: string, options: CertificateOptions): Promise<void> {
  // Loaded when needed: the PDF library and the rubrics are most of this program.
  const { checkFile } = await import('../verify/check-file.js');
  await checkFile(app, file, options);
}
