import fc from 'fast-check';
import { type Answer, type Answers } from '../src/outcome';
import v1 from '../src/published/1.0.0.json';
import { rubricDocument, type RubricDocument } from '../src/rubric-document';

const document = rubricDocument.parse(v1);
const anAnswer = fc.constantFrom<Answer>(0, 1, 2, 3);

interface SmallShape {
  readonly domainWeights: readonly number[];
  readonly questions: readonly {
    readonly weight: number;
    readonly effortDays: number;
    readonly gateMinimum: 1 | 2 | 3 | null;
    readonly answer: Answer;
  }[];
  readonly overallFloor: number;
  readonly domainFloor: number;
}

/** Rubrics of six questions in two domains, with answers: small enough for an exhaustive search. */
export const smallRubrics = fc
  .record({
    domainWeights: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 2 }),
    questions: fc.array(
      fc.record({
        weight: fc.integer({ min: 1, max: 4 }),
        effortDays: fc.integer({ min: 1, max: 6 }),
        gateMinimum: fc.constantFrom(null, null, 1, 2, 3),
        answer: anAnswer,
      }),
      { minLength: 6, maxLength: 6 },
    ),
    overallFloor: fc.integer({ min: 0, max: 100 }),
    domainFloor: fc.integer({ min: 0, max: 100 }),
  })
  .map(smallRubric);

/** Two domains of three questions, in the form of the published rubric, but not publishable. */
export function smallRubric({ domainWeights, questions, overallFloor, domainFloor }: SmallShape): {
  document: RubricDocument;
  answers: Answers;
} {
  const [template] = document.questions;
  const domains = domainWeights.map((weight, index) => ({ id: `d${index}`, title: '', summary: '', weight }));
  const made = questions.map(({ weight, effortDays, gateMinimum }, index) => ({
    ...(template ?? fail()),
    id: `q${index}`,
    domainId: `d${index < questions.length / 2 ? 0 : 1}`,
    weight,
    gateMinimum,
    remediation: { title: `q${index}`, action: '', effortDays },
  }));
  return {
    document: {
      ...document,
      domains,
      questions: made,
      launchRule: { ...document.launchRule, overallFloor, domainFloor },
    },
    answers: Object.fromEntries(questions.map(({ answer }, index) => [`q${index}`, answer])),
  };
}

function fail(): never {
  throw new Error('the published rubric has no question');
}
