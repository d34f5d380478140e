import { type Evidence } from '@governance/assessments';

export const evidenceColumns = [
  'evidence owner',
  'evidence note',
  'evidence link',
  'evidence review date',
] as const;

/** The cells of `evidenceColumns`. */
export function evidenceCells(evidence: Evidence, questionId: string): readonly (string | undefined)[] {
  const { owner, note, link, reviewOn } = evidence[questionId] ?? {};
  return [owner, note, link, reviewOn];
}
