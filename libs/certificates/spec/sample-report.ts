import { type Evidence, type EvidenceReport } from '@governance/assessments';
import { publishedRubrics } from '@governance/rubric';

const rubric = publishedRubrics.current;

export const sampleQuestions = rubric.questionsOf('msp-self');

const answers = Object.fromEntries(
  sampleQuestions.map(({ id }, index) => [id, (index % 4) as 0 | 1 | 2 | 3]),
);

export function sampleReport(evidence: Evidence): EvidenceReport {
  const result = {
    id: '3f2b8c1e-9a4d-4e6f-8b7a-5c0d1e2f3a4b',
    createdAt: new Date('2026-11-20T12:00:00.000Z'),
    mode: 'msp-self' as const,
    rubric: rubric.reference,
    answers,
    outcome: rubric.assess(answers, 'msp-self'),
  };
  return { result, rubric, evidence };
}
