import { type IssuedCertificate } from '@governance/assessments';
import { attachmentNames, pageLayoutOf, type ResultData } from '@governance/certificate-verifier';

/** A file inside a PDF. Its relationship to the document is one defined by ISO 32000-2. */
export interface Attachment {
  readonly name: string;
  readonly mediaType: 'application/json' | 'text/plain';
  readonly description: string;
  readonly relationship: 'Data' | 'Source' | 'Supplement';
  readonly text: string;
}

/** The machine-readable files of a certificate: credential, result and, where it has them, the holder proof and the proof of the public log. */
export function attachmentsOf(certificate: IssuedCertificate): Attachment[] {
  const { signed, holderProof, logProof } = certificate;
  const attachments: Attachment[] = [
    {
      name: attachmentNames.credential,
      mediaType: 'application/json',
      description: 'The signed credential (Open Badges 3.0, a compact JWS): what anyone can check',
      relationship: 'Data',
      text: json({ credential: signed.credential, keyId: signed.keyId }),
    },
    {
      name: attachmentNames.result,
      mediaType: 'application/json',
      description: 'The result that is printed, as data',
      relationship: 'Source',
      text: json(resultOf(certificate)),
    },
  ];
  if (holderProof !== undefined) {
    attachments.push({
      name: attachmentNames.holderProof,
      mediaType: 'application/json',
      description: 'A salted digest of the address that this certificate was mailed to, signed',
      relationship: 'Supplement',
      text: json({ holderProof }),
    });
  }
  if (logProof !== undefined) {
    attachments.push({
      name: attachmentNames.logProof,
      mediaType: 'text/plain',
      description: 'The proof that this certificate is in the public log (C2SP tlog-proof)',
      relationship: 'Supplement',
      text: logProof,
    });
  }
  // A PDF name tree is sorted.
  return attachments.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** The printed result, without answers. */
export function resultOf(certificate: IssuedCertificate): ResultData & { readonly selfAssessment: true } {
  const { id, createdAt, mode, outcome, rubric, verificationUrl, organizationName, domain, logEntry } =
    certificate;
  const { overallScore, tier, launchAllowed, launchReason, domainScores } = outcome;
  return {
    layout: pageLayoutOf(certificate),
    id,
    issuedAt: createdAt.toISOString(),
    mode,
    overallScore,
    tier,
    launchAllowed,
    launchReason,
    domainScores: domainScores.map(({ id: domain, title, score, weight, belowFloor }) => ({
      id: domain,
      title,
      score,
      weight,
      belowFloor,
    })),
    rubric,
    verificationUrl,
    selfAssessment: true,
    ...(organizationName !== undefined && { organizationName }),
    ...(logEntry !== undefined && { logEntry }),
    ...(domain && { domain: { name: domain.name, provenAt: domain.provenAt.toISOString() } }),
  };
}

/** Attachments are not compressed: no value in them may look like the places that seal and signature are found by. */
function json(value: object): string {
  const text = JSON.stringify(value, null, 2).replaceAll(/\/(?=ByteRange|AIGV_Seal)/g, String.raw`\u002f`);
  return `${text}\n`;
}
