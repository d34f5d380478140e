import {
  asSentence,
  type Certificate,
  dayInWords,
  modeInWords,
  readableParts,
  reasonParts,
} from '@governance/assessments';

/** The facts of the completion email, for its text and its HTML. They contain nothing that the submitter typed. */
export interface CompletionFacts {
  readonly score: number;
  readonly tier: string;
  readonly verdict: 'Ready to launch' | 'Not ready to launch';
  readonly launchAllowed: boolean;
  /** Completes the sentence that begins with the verdict; `reasons` may follow as a list. */
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
  /** 100 minus the score: the empty part of a bar. */
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
  const verdict = outcome.launchAllowed ? 'Ready to launch' : 'Not ready to launch';
  return {
    score: outcome.overallScore,
    tier: outcome.tier,
    verdict,
    launchAllowed: outcome.launchAllowed,
    ...reason(outcome.launchReason),
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

/** One sentence with the verdict, or a list when it would have too many parts to read. */
function reason(launchReason: string): Pick<CompletionFacts, 'because' | 'reasons'> {
  const parts = reasonParts(launchReason);
  if (parts.length <= readableParts) return { because: `: ${parts.join('; ')}.`, reasons: [] };
  return { because: ':', reasons: parts.map(asSentence) };
}
