import { dayInWords, type Evidence, type QuestionEvidence } from '@governance/assessments';

/** The evidence of one question in words; absent parts are empty. */
export interface EvidenceView {
  readonly owner: string;
  readonly note: string;
  readonly link: string;
  readonly reviewOn: string;
}

export const evidenceColumns = [
  'evidence owner',
  'evidence note',
  'evidence link',
  'evidence review date',
] as const;

export function evidenceView(given: QuestionEvidence | undefined): EvidenceView | undefined {
  if (!given) return undefined;
  const { owner = '', note = '', link = '', reviewOn } = given;
  return { owner, note, link, reviewOn: reviewOn === undefined ? '' : dayInWords(new Date(reviewOn)) };
}

/** The cells of `evidenceColumns`. */
export function evidenceCells(evidence: Evidence, questionId: string): readonly (string | undefined)[] {
  const { owner, note, link, reviewOn } = evidence[questionId] ?? {};
  return [owner, note, link, reviewOn];
}
