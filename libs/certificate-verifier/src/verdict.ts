import { continued } from './continued';
import { type Findings } from './findings';
import { CannotCheck, NotACertificate, NotGenuine, Withdrawn } from './not-genuine';
import { dayInWords, renewBy } from './page-layouts';
import { type Primitives } from './primitives.port';
import { type VerificationInput } from './verification-input';
import { verifyCertificate } from './verify-certificate';

export interface GenuineVerdict {
  readonly colour: 'green' | 'amber';
  readonly sentence: string;
  readonly findings: Findings;
}

export interface RedVerdict {
  readonly colour: 'red';
  readonly sentence: string;
}

/** The certificate may be genuine or not: this program cannot check any. It shows nothing of the certificate. */
export interface UncheckedVerdict {
  readonly colour: 'amber';
  readonly sentence: string;
  readonly reason: string;
}

/** The file is not a PDF, so there is nothing to judge. */
export interface NoCertificateVerdict {
  readonly colour: 'grey';
  readonly sentence: string;
}

/** The verdicts without findings. */
export type Refusal = RedVerdict | UncheckedVerdict | NoCertificateVerdict;

/** One colour and one sentence, the same in the command, on the offline page and on the site. */
export type Verdict = GenuineVerdict | Refusal;

/** Checks a certificate and gives the verdict at a time. */
export async function verdictOn(
  input: VerificationInput,
  primitives: Primitives,
  now: Date,
): Promise<Verdict> {
  return verifyCertificate(input, primitives).then((findings) => verdictOf(findings, now), refusalOf);
}

/** Green when everything was checked without reservations and the certificate is not due for renewal, otherwise amber. */
export function verdictOf(findings: Findings, now: Date): GenuineVerdict {
  const due = renewBy(findings.credential.issuedAt);
  const reservations = [
    ...(now > due ? [`renewal was advised by ${dayInWords(due)}`] : []),
    ...findings.reservations,
    ...(findings.missing.length > 0 ? [`this could not be checked: ${findings.missing.join(', ')}`] : []),
  ];
  if (reservations.length > 0) {
    return { colour: 'amber', sentence: `Genuine, but ${reservations.join(', and ')}.`, findings };
  }
  const sentence = 'Genuine: the certificate is as it was issued, and it was not withdrawn.';
  return { colour: 'green', sentence, findings };
}

/** The verdict that an error stands for. An error that no check expects is one of the program, not of the certificate. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Withdrawn) {
    const proof = error.domain === undefined ? '' : `, or its proof of ${error.domain}`;
    return { colour: 'red', sentence: `Not valid: the issuer withdrew this certificate${proof}.` };
  }
  if (error instanceof NotGenuine)
    return { colour: 'red', sentence: `Not genuine: ${continued(error.message)}.` };
  if (error instanceof NotACertificate)
    return { colour: 'grey', sentence: `Not a certificate: ${continued(error.message)}.` };
  if (error instanceof CannotCheck) return unchecked(error.message, error.reason);
  return unchecked('This program failed', error instanceof Error ? error.message : String(error));
}

function unchecked(message: string, reason: string): UncheckedVerdict {
  return { colour: 'amber', sentence: `Could not check: ${continued(message)}.`, reason };
}
