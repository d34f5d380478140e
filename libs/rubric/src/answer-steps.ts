import { divideDown } from './integers';
import { type Answer, type AnswerStep } from './outcome';
import { type Questionnaire } from './questionnaire';
import { type RubricDocument, type RubricQuestion } from './rubric-document';

/**
 * The effort of raising an answer, and the points it adds to the overall score. Plan and launch path use the same figures for
 * the same step.
 */
export class AnswerSteps {
  readonly #highest: Answer;
  readonly #achievable: number;
  readonly #domainWeights: ReadonlyMap<string, number>;

  constructor(document: RubricDocument, questionnaire: Questionnaire) {
    this.#highest = document.answerScale[3].value;
    this.#domainWeights = new Map(document.domains.map(({ id, weight }) => [id, weight]));
    const weights = questionnaire.questions.map((question) => this.#weight(question));
    this.#achievable = weights.reduce((sum, weight) => sum + weight * this.#highest, 0);
  }

  step(question: RubricQuestion, currentAnswer: Answer, targetAnswer: Answer): AnswerStep {
    return {
      currentAnswer,
      targetAnswer,
      effortDays: inDays(effortInThirds(question, targetAnswer - currentAnswer)),
      points: this.points(question, targetAnswer - currentAnswer),
    };
  }

  /** Percent of the achievable total, rounded down in hundredths, and then shown as percent. */
  points(question: RubricQuestion, raised: number): number {
    return divideDown(this.gain(question, raised) * 10_000, this.#achievable) / 100;
  }

  /** In weighted points: a whole number. */
  gain(question: RubricQuestion, raised: number): number {
    return this.#weight(question) * raised;
  }

  /** The weight of the question in the overall score: in its domain, times the domain's. */
  #weight({ domainId, weight }: RubricQuestion): number {
    return (this.#domainWeights.get(domainId) ?? 0) * weight;
  }
}

/** The published effort is for the whole question, from 0 to 3: each level raised costs a third of it (ADR 9). */
export function effortInThirds({ remediation }: RubricQuestion, raised: number): number {
  return remediation.effortDays * raised;
}

/** From thirds of a day, rounded to two decimals. */
export function inDays(thirds: number): number {
  return Math.round((thirds * 100) / 3) / 100;
}
