import { dayInWords, modeInWords, type ValidRecord } from '@governance/assessments';
import { logEntryInWords } from '@governance/certificate-verifier';
import { tierMarkSvg, tierStyles } from '@governance/design';
import { type Mode } from '@governance/rubric';
import { momentOf } from './moment';
import { scoreScale } from './score-scale';

const modes: Readonly<Record<Mode, object>> = {
  'msp-self': {
    name: modeInWords['msp-self'],
    meaning: 'A managed service provider answered about itself and the services it gives to all its clients.',
  },
  'client-on-behalf': {
    name: modeInWords['client-on-behalf'],
    meaning: 'A managed service provider answered about one client’s organization and the AI it runs there.',
  },
};

/** What the verification page prints. Nothing in it is personal data (spec 2.5). */
export function verificationView(record: ValidRecord, canonicalUrl: string) {
  const { step } = tierStyles[record.tier];
  return {
    checkedAt: momentOf(record.verifiedAt),
    score: record.overallScore,
    scale: scoreScale(record.overallScore),
    tier: { name: record.tier, slug: record.tier.toLowerCase(), step, mark: tierMarkSvg(record.tier, 14) },
    launchAllowed: record.launchAllowed,
    mode: modes[record.mode],
    issuedAt: { text: dayInWords(new Date(record.issuedAt)), dateTime: record.issuedAt },
    renewBy: { text: dayInWords(new Date(record.renewBy)), dateTime: record.renewBy },
    // A domain that the holder has proven.
    domain: record.domain && {
      name: record.domain.name,
      provenAt: { text: dayInWords(new Date(record.domain.provenAt)), dateTime: record.domain.provenAt },
    },
    rubric: record.rubric,
    logEntry: record.logEntry === undefined ? undefined : logEntryInWords(record.logEntry),
    id: record.id,
    issuer: record.issuer,
    // The address that the certificate prints.
    printedUrl: canonicalUrl,
    recordUrl: `${canonicalUrl}?format=json`,
  };
}
