import { dayInWords, modeInWords, type ValidRecord } from '@governance/assessments';
import { tierMarkSvg, tierStyles } from '@governance/design';
import { type Mode } from '@governance/rubric';
import { type Moment, momentOf } from './moment';
import { scoreScale } from './score-scale';

/** What the verification page prints. Nothing in it is personal data (spec 2.5). */
export interface VerificationView {
  readonly checkedAt: Moment;
  readonly score: number;
  readonly scale: string;
  readonly tier: {
    readonly name: string;
    readonly slug: string;
    readonly step: number;
    readonly mark: string;
  };
  readonly launchAllowed: boolean;
  readonly mode: { readonly name: string; readonly meaning: string };
  readonly issuedAt: Moment;
  readonly renewBy: Moment;
  /** A domain that the holder has proven. */
  readonly domain: { readonly name: string; readonly provenAt: Moment } | undefined;
  readonly rubric: ValidRecord['rubric'];
  readonly id: string;
  readonly issuer: string;
  /** The address that the certificate prints. */
  readonly printedUrl: string;
  readonly recordUrl: string;
}

const modes: Readonly<Record<Mode, VerificationView['mode']>> = {
  'msp-self': {
    name: modeInWords['msp-self'],
    meaning: 'A managed service provider answered about itself and the services it gives to all its clients.',
  },
  'client-on-behalf': {
    name: modeInWords['client-on-behalf'],
    meaning: 'A managed service provider answered about one client’s organisation and the AI it runs there.',
  },
};

export function verificationView(record: ValidRecord, canonicalUrl: string): VerificationView {
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
    domain: record.domain && {
      name: record.domain.name,
      provenAt: { text: dayInWords(new Date(record.domain.provenAt)), dateTime: record.domain.provenAt },
    },
    rubric: record.rubric,
    id: record.id,
    issuer: record.issuer,
    printedUrl: canonicalUrl,
    recordUrl: `${canonicalUrl}?format=json`,
  };
}
