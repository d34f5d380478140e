import { type SurveyResult } from '@governance/assessments';
import { type Answer, type Answers, publishedRubrics, type RubricQuestion } from '@governance/rubric';

const rubric = publishedRubrics.current;
const mode = 'msp-self';
const questions = rubric.questions.filter(({ modes }) => modes.includes(mode));

/** Answers for the documentation. The published rubric gives exactly the result shown for them. */
export const exampleAnswers: Answers = Object.fromEntries(
  questions.map((question, index) => [question.id, exampleAnswer(question, index)]),
);

const { remediation, ...outcome } = rubric.assess(exampleAnswers, mode);
export const exampleRemediation = remediation;
export const exampleResult: SurveyResult = {
  id: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19',
  createdAt: new Date('2026-11-20T12:00:00.000Z'),
  mode,
  rubric: rubric.reference,
  answers: exampleAnswers,
  outcome,
};

/** The base addresses of the examples. */
export const exampleAddresses = {
  publicBaseUrl: 'https://assess.example.org',
  platformBaseUrl: 'https://api.example.org',
};

/** Mostly in place, with one required control missing. */
function exampleAnswer({ critical }: RubricQuestion, index: number): Answer {
  if (index === 0) return 1;
  return critical && index % 2 === 0 ? 2 : 3;
}
