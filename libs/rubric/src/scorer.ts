import { AnswerSteps } from './answer-steps';
import { divideDown } from './integers';
import { LaunchPathPlan } from './launch-path-plan';
import { LaunchRule } from './launch-rule';
import {
  type Answer,
  type Answers,
  type Assessment,
  type ChangePlan,
  type DomainScore,
  type LaunchPath,
  type QuestionContribution,
} from './outcome';
import { type Questionnaire, type QuestionnaireDomain } from './questionnaire';
import { RemediationPlan } from './remediation-plan';
import { type RubricDocument } from './rubric-document';
import { TierScale } from './tier-scale';

/** Applies a rubric for one mode. Uses whole numbers only; every score is rounded once, down, at its end. */
export class Scorer {
  readonly #questionnaire: Questionnaire;
  readonly #highest: Answer;
  readonly #domainFloor: number;
  readonly #launchRule: LaunchRule;
  readonly #tierScale: TierScale;
  readonly #remediationPlan: RemediationPlan;
  readonly #launchPathPlan: LaunchPathPlan;
  readonly #steps: AnswerSteps;

  constructor(document: RubricDocument, questionnaire: Questionnaire) {
    this.#questionnaire = questionnaire;
    this.#highest = document.answerScale[3].value;
    this.#domainFloor = document.launchRule.domainFloor;
    this.#launchRule = new LaunchRule(document.launchRule, questionnaire.gates.length);
    this.#tierScale = new TierScale(document);
    this.#remediationPlan = new RemediationPlan(document, questionnaire);
    this.#launchPathPlan = new LaunchPathPlan(document, questionnaire);
    this.#steps = new AnswerSteps(document, questionnaire);
  }

  /** A missing answer counts as 0, so that omitting a question never helps. */
  assess(answers: Answers): Assessment {
    const { overallScore, domainScores } = this.#scores(answers);
    const unmetGates = this.#questionnaire.gates.filter(
      ({ question, minimum }) => (answers[question.id] ?? 0) < minimum,
    );
    const { launchAllowed, launchReason } = this.#launchRule.verdict({
      overallScore,
      domainScores,
      unmetGates,
    });
    return {
      overallScore,
      tier: this.#tierScale.tierOf(overallScore, launchAllowed),
      launchAllowed,
      launchReason,
      domainScores,
      remediation: this.#remediationPlan.items(answers, domainScores),
    };
  }

  /** A missing answer counts as 0 here too. */
  launchPath(answers: Answers): LaunchPath {
    return this.#launchPathPlan.make(answers, (sheet) => this.assess(sheet));
  }

  /** And here: within whole person-days. */
  planWithin(answers: Answers, days: number): ChangePlan {
    return this.#launchPathPlan.makeWithin(answers, days, (sheet) => this.assess(sheet));
  }

  contributions(answers: Answers): readonly QuestionContribution[] {
    return this.#questionnaire.questions.map((question) => {
      const answer = answers[question.id] ?? 0;
      return {
        questionId: question.id,
        domainId: question.domainId,
        answer,
        pointsGained: this.#steps.points(question, answer),
        pointsLost: this.#steps.points(question, this.#highest - answer),
      };
    });
  }

  #scores(answers: Answers): { overallScore: number; domainScores: DomainScore[] } {
    const total = { points: 0, achievable: 0 };
    const domainScores: DomainScore[] = [];
    for (const part of this.#questionnaire.domains) {
      const { points, achievable } = this.#points(part, answers);
      const { id, title, weight } = part.domain;
      const score = divideDown(points * 100, achievable);
      domainScores.push({ id, title, score, weight, belowFloor: score < this.#domainFloor });
      total.points += weight * points;
      total.achievable += weight * achievable;
    }
    return { overallScore: divideDown(total.points * 100, total.achievable), domainScores };
  }

  #points(part: QuestionnaireDomain, answers: Answers): { points: number; achievable: number } {
    let points = 0;
    let achievable = 0;
    for (const { id, weight } of part.questions) {
      points += weight * (answers[id] ?? 0);
      achievable += weight * this.#highest;
    }
    return { points, achievable };
  }
}
