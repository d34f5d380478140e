import {
  asSentence,
  type Certificate,
  dayInWords,
  modeInWords,
  readableParts,
  reasonParts,
} from '@governance/assessments';

/** The data of the completion mail, shared by its text and its HTML. It contains nothing that the submitter typed. */
export interface CompletionFacts {
  readonly score: number;
  readonly tier: string;
  readonly verdict: 'Launch allowed' | 'Launch refused';
  readonly launchAllowed: boolean;
  /** The rest of the sentence that begins with the verdict, and the list that may follow it. */
  readonly because: string;
  readonly reasons: readonly string[];
  readonly domains: readonly DomainFacts[];
  readonly verificationUrl: string;
  readonly id: string;
  readonly issuedOn: string;
  readonly mode: string;
  readonly rubric: string;
  readonly attachment: string;
}

export interface DomainFacts {
  readonly title: string;
  readonly score: number;
  /** The points missing to 100: the empty part of a bar. */
  readonly rest: number;
  readonly weight: number;
  readonly belowFloor: boolean;
}

export function completionFacts({
  id,
  createdAt,
  mode,
  rubric,
  outcome,
  verificationUrl,
}: Certificate): CompletionFacts {
  const verdict = outcome.launchAllowed ? 'Launch allowed' : 'Launch refused';
  return {
    score: outcome.overallScore,
    tier: outcome.tier,
    verdict,
    launchAllowed: outcome.launchAllowed,
    ...reason(verdict, outcome.launchReason),
    domains: outcome.domainScores.map(({ title, score, weight, belowFloor }) => ({
      title,
      score,
      rest: 100 - score,
      weight,
      belowFloor,
    })),
    verificationUrl,
    id,
    issuedOn: dayInWords(createdAt),
    mode: modeInWords[mode],
    rubric: `${rubric.id} ${rubric.version}`,
    attachment: `certificate-${id.slice(0, 8)}.pdf`,
  };
}

/**
 * The reason in the words of the rubric: a sentence that begins with the verdict. A refusal with many parts becomes a list,
 * because a sentence of twenty parts is unreadable.
 */
function reason(verdict: string, launchReason: string): Pick<CompletionFacts, 'because' | 'reasons'> {
  if (!launchReason.startsWith(`${verdict}: `)) return { because: `. ${launchReason}`, reasons: [] };
  const parts = reasonParts(launchReason);
  if (parts.length <= readableParts) return { because: launchReason.slice(verdict.length), reasons: [] };
  return { because: ':', reasons: parts.map(asSentence) };
}
