import { divideDown } from './integers';
import { type Answer, type AnswerStep } from './outcome';
import { type Questionnaire } from './questionnaire';
import { type RubricDocument, type RubricQuestion } from './rubric-document';

/**
 * What it takes to raise an answer, and what that adds to the overall score. Plan and launch path both take their figures
 * from here, so that the same step has the same figures everywhere.
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

  /** Percent of all that can be reached, in hundredths and rounded down, and only then shown as percent. */
  points(question: RubricQuestion, raised: number): number {
    return divideDown(this.gain(question, raised) * 10_000, this.#achievable) / 100;
  }

  /** In weighted points: a whole number. */
  gain(question: RubricQuestion, raised: number): number {
    return this.#weight(question) * raised;
  }

  /** The question's part of the overall score, in the domain and of the domain together. */
  #weight({ domainId, weight }: RubricQuestion): number {
    return (this.#domainWeights.get(domainId) ?? 0) * weight;
  }
}

/** The published effort is for the whole question, from 0 to 3: each answer raised by one costs a third of it (ADR 9). */
export function effortInThirds({ remediation }: RubricQuestion, raised: number): number {
  return remediation.effortDays * raised;
}

/** From thirds of a day, rounded to two decimals. */
export function inDays(thirds: number): number {
  return Math.round((thirds * 100) / 3) / 100;
}
