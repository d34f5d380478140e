import {
  asSentence,
  dayInWords,
  modeInWords,
  reasonParts,
  renewBy,
  verdictInWords,
  verificationUrl,
} from '@governance/assessments';
import { productName } from '@governance/design';
import { type SiteAddresses } from '../../site-addresses';
import { domainRose } from '../domain-rose';
import { shareView } from '../share/share-view';
import { scoreBar } from '../score-bar';
import { scoreScale } from '../score-scale';
import { tierView } from '../tier-view';
import { alreadyYes, answerGroups } from './answers-view';
import { launchPathView } from './launch-path-view';
import { planGroups } from './plan-groups';
import { resultPaths } from './result-paths';
import { type EvidencedResult } from './result-page.service';

interface Place {
  readonly capability: string;
  readonly sent: unknown;
  readonly addresses: SiteAddresses;
}

export function resultView(shown: EvidencedResult, place: Place) {
  const { result, rubric, remediation } = shown;
  const { overallScore, launchAllowed, launchReason, domainScores } = result.outcome;
  const answers = answerGroups(shown);
  return {
    score: overallScore,
    scale: scoreScale(overallScore),
    tier: tierView(result.outcome.tier),
    // "74/100, Progressing. Not ready to launch: 3 required controls missing".
    headline: `${overallScore}/100, ${result.outcome.tier}. ${verdictInWords(result.outcome)}`,
    launchAllowed,
    reasons: reasonParts(launchReason).map(asSentence),
    rose: domainRose(domainScores),
    domains: domainScores.map((domain, index) => ({ ...domain, number: index + 1, bar: scoreBar(domain) })),
    path: launchAllowed ? undefined : launchPathView(shown),
    plan: planGroups(shown),
    planLength: remediation.length,
    already: alreadyYes(answers),
    answers,
    // For how many questions there is evidence; empty for none.
    evidenceCount: countInWords(shown),
    evidenceUntil: dayInWords(shown.evidenceUntil),
    id: result.id,
    mode: modeInWords[result.mode],
    issuedOn: dayInWords(result.createdAt),
    renewBy: dayInWords(renewBy(result.createdAt)),
    rubric: { version: rubric.version },
    ...addressesOf(result.id, place),
    share: shareView(result, { publicBaseUrl: place.addresses.publicBaseUrl, issuerName: productName }),
    notSent: place.sent === 'not',
    // Never the address of a client's result.
    mayBeRemembered: result.mode === 'msp-self',
  };
}

function countInWords({ evidence, rubric, result }: EvidencedResult): string {
  const count = Object.keys(evidence).length;
  return count === 0 ? '' : `${count} of ${rubric.questionsOf(result.mode).length} questions`;
}

function addressesOf(id: string, { capability, addresses }: Place) {
  const { publicBaseUrl, platformBaseUrl } = addresses;
  const verificationPage = `${publicBaseUrl}/verify/${id}`;
  const badgeUrl = `${publicBaseUrl}/results/badge/${id}.svg`;
  return {
    ...resultPaths(capability, addresses),
    capability,
    verificationUrl: verificationUrl(platformBaseUrl, id),
    verificationPage,
    resultUrl: `${publicBaseUrl}/results/${capability}`,
    badgeUrl,
    badgeMarkup: `<a href="${verificationPage}"><img src="${badgeUrl}" alt="AI governance self-assessment: check the certificate" height="28"></a>`,
  };
}
