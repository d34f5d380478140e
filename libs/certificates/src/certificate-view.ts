import {
  type Certificate,
  type CertificateHolder,
  dayInWords,
  modeInWords,
  renewBy,
} from '@governance/assessments';
import {
  domainWords,
  layouts,
  logEntryInWords,
  organizationWords,
  pageLayoutOf,
  printedReason,
  showsHolder,
  statements,
} from '@governance/certificate-verifier';
import { type DomainScore } from '@governance/rubric';
import { graduation } from './ornaments';
import { qrDrawing } from './qr-code';

const hashDigits = 16;
/** Characters of name and domain that still fit the page in the usual size, beside the longest verdict. */
const longHolder = 100;
/** Characters before the id that fit one line in the usual size. */
const longAddress = 66;

/** The words and numbers that the template prints; none of them is markup. */
export type CertificateView = ReturnType<typeof certificateView>;

// The inferred type is the contract between this function and the template.
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- see CertificateView
export function certificateView(certificate: Certificate & CertificateHolder) {
  const { id, createdAt, mode, outcome, rubric, organizationName, domain, logEntry } = certificate;
  const reason = printedReason(outcome.launchReason);
  return {
    id,
    issued: { text: dayInWords(createdAt), dateTime: createdAt.toISOString() },
    renewBy: dayInWords(renewBy(createdAt)),
    statement: statements[mode],
    words: layouts[pageLayoutOf(certificate)],
    organization:
      organizationName === undefined ? undefined : { ...organizationWords, name: organizationName },
    domain: domain && { ...domainWords, name: domain.name, provenOn: dayInWords(domain.provenAt) },
    isNamed: showsHolder(certificate),
    isLongNamed: `${organizationName ?? ''}${domain?.name ?? ''}`.length > longHolder,
    mode: modeInWords[mode],
    score: outcome.overallScore,
    gauge: {
      filled: graduation(0, outcome.overallScore, 30),
      open: graduation(outcome.overallScore, 100, 30),
    },
    tier: outcome.tier,
    launchAllowed: outcome.launchAllowed,
    reason: { ...reason, density: density(reason.summary.length, reason.items.length) },
    domains: outcome.domainScores.map(domainView),
    rubric: {
      id: rubric.id,
      version: rubric.version,
      hash: rubric.sha256.slice(0, hashDigits),
      url: certificate.rubricUrl,
    },
    logEntry: logEntry === undefined ? undefined : logEntryInWords(logEntry),
    verificationUrl: certificate.verificationUrl,
    addressLines: addressLines(certificate.verificationUrl),
    isLongAddress: certificate.verificationUrl.lastIndexOf('/') > longAddress,
    qr: qrDrawing(certificate.verificationUrl),
  };
}

function domainView({ title, score, belowFloor }: DomainScore): {
  title: string;
  score: number;
  belowFloor: boolean;
} {
  return { title, score, belowFloor };
}

/** The line spacing of the reason: short ones are set large, long ones must still fit the page. */
function density(characters: number, items: number): 'airy' | 'close' | 'dense' {
  if (items > 10) return 'dense';
  return items > 0 || characters > 220 ? 'close' : 'airy';
}

/**
 * The address, which is printed in one line or broken before the id. Only one that is too long for this is broken elsewhere, and no
 * line then ends with a hyphen, because viewers drop it when they join lines: what has one is kept whole.
 */
function addressLines(url: string): { readonly text: string; readonly whole: boolean }[][] {
  const id = url.lastIndexOf('/') + 1;
  return [url.slice(0, id), url.slice(id)].map((line) =>
    line.split(/([^/.]*-[^/.]*)/).map((text) => ({ text, whole: text.includes('-') })),
  );
}
