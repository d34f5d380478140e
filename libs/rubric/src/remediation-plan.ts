import { AnswerSteps } from './answer-steps';
import { type Answer, type Answers, type DomainScore, type RemediationItem } from './outcome';
import { type Questionnaire } from './questionnaire';
import { type RemediationCriterion, type RubricDocument, type RubricQuestion } from './rubric-document';

interface Ranked {
  readonly question: RubricQuestion;
  readonly order: number;
}

/** A question of the plan before sorting; `gain` is in weighted points, a whole number. */
interface Candidate extends Ranked {
  readonly currentAnswer: Answer;
  readonly gain: number;
  readonly targetAnswer: Answer;
  readonly unmetGate: boolean;
  readonly lowDomain: boolean;
}

type Comparator = (one: Candidate, other: Candidate) => number;

const comparators: Record<RemediationCriterion, Comparator> = {
  'unmet gates first': (one, other) => Number(other.unmetGate) - Number(one.unmetGate),
  'then questions in domains below the floor': (one, other) =>
    Number(other.lowDomain) - Number(one.lowDomain),
  // gain / effort compared by cross-multiplication, so that equal quotients are equal.
  'then points per effort day, highest first': (one, other) =>
    other.gain * one.question.remediation.effortDays - one.gain * other.question.remediation.effortDays,
  'then question order': (one, other) => one.order - other.order,
};

/** The actions for all answers below the highest, most urgent first. */
export class RemediationPlan {
  readonly #highest: Answer;
  readonly #steps: AnswerSteps;
  readonly #criteria: readonly Comparator[];
  readonly #questions: readonly Ranked[];

  constructor(document: RubricDocument, questionnaire: Questionnaire) {
    this.#highest = document.answerScale[3].value;
    this.#criteria = document.remediationRule.order.map((criterion) => comparators[criterion]);
    this.#steps = new AnswerSteps(document, questionnaire);
    this.#questions = questionnaire.domains.flatMap(({ questions }) =>
      questions.map((question) => ({ question, order: questionnaire.questions.indexOf(question) })),
    );
  }

  /** `blocksLaunch` marks only unmet gates: a low domain blocks the launch too, but no single question of it does. */
  items(answers: Answers, domainScores: readonly DomainScore[]): RemediationItem[] {
    return this.#candidates(answers, domainScores)
      .sort((one, other) => this.#compare(one, other))
      .map((candidate, index) => this.#item(candidate, index + 1));
  }

  #candidates(answers: Answers, domainScores: readonly DomainScore[]): Candidate[] {
    const lowDomains = new Set(domainScores.filter(({ belowFloor }) => belowFloor).map(({ id }) => id));
    const candidates: Candidate[] = [];
    for (const { question, order } of this.#questions) {
      const currentAnswer = answers[question.id] ?? 0;
      if (currentAnswer === this.#highest) continue;
      const { gateMinimum } = question;
      const unmetGate = gateMinimum !== null && currentAnswer < gateMinimum;
      candidates.push({
        question,
        order,
        currentAnswer,
        gain: this.#steps.gain(question, this.#highest - currentAnswer),
        unmetGate,
        targetAnswer: unmetGate ? gateMinimum : this.#highest,
        lowDomain: lowDomains.has(question.domainId),
      });
    }
    return candidates;
  }

  #compare(one: Candidate, other: Candidate): number {
    for (const compare of this.#criteria) {
      const difference = compare(one, other);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  #item({ question, currentAnswer, targetAnswer, unmetGate }: Candidate, priority: number): RemediationItem {
    const { title, action, effortDays } = question.remediation;
    return {
      questionId: question.id,
      domainId: question.domainId,
      title,
      action,
      effortDays,
      currentAnswer,
      targetAnswer,
      points: this.#steps.points(question, this.#highest - currentAnswer),
      blocksLaunch: unmetGate,
      priority,
      steps: [
        this.#steps.step(question, currentAnswer, targetAnswer),
        ...(targetAnswer < this.#highest ? [this.#steps.step(question, targetAnswer, this.#highest)] : []),
      ],
    };
  }
}
