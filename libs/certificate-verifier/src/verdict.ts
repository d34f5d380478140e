import { NotGenuine, Withdrawn } from './not-genuine';
import { dayInWords, renewBy } from './page-layouts';
import { type Primitives } from './primitives.port';
import { type Findings, type VerificationInput, verifyCertificate } from './verify-certificate';

export interface GenuineVerdict {
  readonly colour: 'green' | 'amber';
  readonly sentence: string;
  readonly findings: Findings;
}

export interface RedVerdict {
  readonly colour: 'red';
  readonly sentence: string;
}

/** One colour and one sentence, the same in the command, on the offline page and on the site. */
export type Verdict = GenuineVerdict | RedVerdict;

/** Checks a certificate and gives the verdict at a time. */
export async function verdictOn(
  input: VerificationInput,
  primitives: Primitives,
  now: Date,
): Promise<Verdict> {
  return verifyCertificate(input, primitives).then((findings) => verdictOf(findings, now), refusalOf);
}

/** Green when everything was checked and the certificate is not due for renewal, otherwise amber. */
export function verdictOf(findings: Findings, now: Date): GenuineVerdict {
  const due = renewBy(findings.credential.issuedAt);
  const reservations = [
    ...(now > due ? [`renewal was advised by ${dayInWords(due)}`] : []),
    ...(findings.missing.length > 0 ? [`this could not be checked: ${findings.missing.join(', ')}`] : []),
  ];
  if (reservations.length > 0) {
    return { colour: 'amber', sentence: `Genuine, but ${reservations.join(', and ')}.`, findings };
  }
  const sentence = 'Genuine: the certificate is as it was issued, and it was not withdrawn.';
  return { colour: 'green', sentence, findings };
}

/** The verdict that an error stands for. @throws the error itself if it is not about the certificate. */
export function refusalOf(error: unknown): RedVerdict {
  if (error instanceof Withdrawn) {
    const proof = error.domain === undefined ? '' : `, or its proof of ${error.domain}`;
    return { colour: 'red', sentence: `Not valid: the issuer withdrew this certificate${proof}.` };
  }
  if (!(error instanceof NotGenuine)) throw error;
  const { message } = error;
  return { colour: 'red', sentence: `Not genuine: ${message.charAt(0).toLowerCase()}${message.slice(1)}.` };
}
