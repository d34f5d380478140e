import { type Mode } from './outcome';
import { type RubricDocument, type RubricDomain, type RubricQuestion } from './rubric-document';

export interface QuestionnaireDomain {
  readonly domain: RubricDomain;
  readonly questions: readonly RubricQuestion[];
}

/** A question that must be answered with at least `minimum` before launch is allowed. */
export interface Gate {
  readonly question: RubricQuestion;
  readonly minimum: number;
}

/** The part of a rubric that applies to one mode, grouped once, in the order of the rubric. */
export class Questionnaire {
  readonly questions: readonly RubricQuestion[];
  readonly domains: readonly QuestionnaireDomain[];
  readonly gates: readonly Gate[];

  constructor(document: RubricDocument, mode: Mode) {
    this.questions = document.questions.filter((question) => question.modes.includes(mode));
    this.domains = document.domains.map((domain) => ({
      domain,
      questions: this.questions.filter((question) => question.domainId === domain.id),
    }));
    this.gates = this.questions.flatMap((question) =>
      question.gateMinimum === null ? [] : [{ question, minimum: question.gateMinimum }],
    );
  }
}
