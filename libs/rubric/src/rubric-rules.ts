import { AnswersCheck } from './answers-check';
import {
  type Answers,
  type Assessment,
  type ChangePlan,
  type LaunchPath,
  type Mode,
  type QuestionContribution,
} from './outcome';
import { Questionnaire } from './questionnaire';
import { type RubricDocument, type RubricDomain, type RubricQuestion } from './rubric-document';
import { Scorer } from './scorer';

/**
 * The rules of a sound rubric document. Runs in browsers too, where a published file serves as the document: `Rubric` checks
 * files before they are published.
 */
export class RubricRules {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  /** The statement that every result under this rubric must contain. */
  readonly statement: string;
  /** How long a result is considered current. Advice only: a result stays valid. */
  readonly validityMonths: number;
  readonly answerScale: RubricDocument['answerScale'];
  /** From the lowest to the highest. */
  readonly tiers: RubricDocument['tiers'];
  /** What a launch requires. */
  readonly launchRule: RubricDocument['launchRule'];
  readonly domains: readonly RubricDomain[];
  /** What the questions cite, by its id. */
  readonly frameworks: RubricDocument['frameworks'];
  /** Of both modes, in question order; `modes` lists those to which a question applies. */
  readonly questions: readonly RubricQuestion[];
  readonly #checks: Readonly<Record<Mode, AnswersCheck>>;
  readonly #scorers: Readonly<Record<Mode, Scorer>>;

  constructor(document: RubricDocument) {
    ({
      id: this.id,
      version: this.version,
      title: this.title,
      statement: this.statement,
      validityMonths: this.validityMonths,
    } = document.rubric);
    this.answerScale = document.answerScale;
    this.tiers = document.tiers;
    this.launchRule = document.launchRule;
    this.domains = document.domains;
    this.frameworks = document.frameworks;
    this.questions = document.questions;
    const self = new Questionnaire(document, 'msp-self');
    const client = new Questionnaire(document, 'client-on-behalf');
    this.#checks = {
      'msp-self': new AnswersCheck(document, self, 'msp-self'),
      'client-on-behalf': new AnswersCheck(document, client, 'client-on-behalf'),
    };
    this.#scorers = {
      'msp-self': new Scorer(document, self),
      'client-on-behalf': new Scorer(document, client),
    };
  }

  /** In question order. */
  questionsOf(mode: Mode): readonly RubricQuestion[] {
    return this.questions.filter(({ modes }) => modes.includes(mode));
  }

  /**
   * The answers of a complete submission: frozen, without prototype, in question order, without those of the other mode.
   * Throws `InvalidAnswers` for anything else.
   */
  checkAnswers(raw: unknown, mode: Mode): Answers {
    return this.#checks[mode].check(raw);
  }

  /** Depends only on the answers and the mode. An applicable question without an answer counts as 0. */
  assess(answers: Answers, mode: Mode): Assessment {
    return this.#scorers[mode].assess(answers);
  }

  /** The cheapest changes that allow the launch. Each level raised costs a third of the question's effort. */
  launchPath(answers: Answers, mode: Mode): LaunchPath {
    return this.#scorers[mode].launchPath(answers);
  }

  /** The best changes within a number of whole days of effort, by the same figures as the launch path. */
  planWithin(answers: Answers, mode: Mode, days: number): ChangePlan {
    return this.#scorers[mode].planWithin(answers, days);
  }

  /** What each answer adds to the overall score, in question order. */
  contributions(answers: Answers, mode: Mode): readonly QuestionContribution[] {
    return this.#scorers[mode].contributions(answers);
  }
}
