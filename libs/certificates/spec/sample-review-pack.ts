import { type Evidence, type ReviewPack } from '@governance/assessments';
import { type Answer, type Answers, publishedRubrics } from '@governance/rubric';

const rubric = publishedRubrics.current;
const mode = 'client-on-behalf';

function answersOf(answerOf: (index: number) => Answer): Answers {
  return Object.fromEntries(rubric.questionsOf(mode).map(({ id }, index) => [id, answerOf(index)]));
}

/** A client that is not ready to launch, and was worse a year before. */
export function sampleReviewPack(evidence: Evidence = {}, answerOf?: (index: number) => Answer): ReviewPack {
  const before = answersOf((index) => (index % 3) as Answer);
  const { overallScore, tier } = rubric.assess(before, mode);
  return {
    client: {
      id: '2b9d6f40-8c1e-4f7a-9d35-5e0f1a2b3c4d',
      name: 'Globex Ltd',
      reference: 'CW-1042',
      domain: 'globex.example',
    },
    result: {
      id: '3f2b8c1e-9a4d-4e6f-8b7a-5c0d1e2f3a4b',
      createdAt: new Date('2026-11-20T12:00:00.000Z'),
      mode,
      rubricVersion: rubric.version,
      answers: answersOf(answerOf ?? ((index) => ((index * 2 + 1) % 4) as Answer)),
    },
    earlier: [
      { createdAt: new Date('2025-11-12T12:00:00.000Z'), overallScore, tier, answers: before },
      {
        createdAt: new Date('2024-11-02T12:00:00.000Z'),
        overallScore: 21,
        tier: 'Critical',
        answers: undefined,
      },
    ],
    evidence,
  };
}
