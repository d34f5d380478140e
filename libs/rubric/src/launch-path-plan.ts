import { AnswerSteps, inDays } from './answer-steps';
import { LaunchPathFinder, type Raise } from './launch-path-finder';
import {
  type Answers,
  type Assessment,
  type ChangePlan,
  type LaunchPath,
  type LaunchStep,
  type Outcome,
} from './outcome';
import { type Questionnaire } from './questionnaire';
import { type RubricDocument } from './rubric-document';

type Assess = (answers: Answers) => Assessment;

/** Describes the cheapest path to a launch, or the best use of some days, in the order of the remediation plan. */
export class LaunchPathPlan {
  readonly #finder: LaunchPathFinder;
  readonly #steps: AnswerSteps;

  constructor(document: RubricDocument, questionnaire: Questionnaire) {
    this.#steps = new AnswerSteps(document, questionnaire);
    this.#finder = new LaunchPathFinder(document, questionnaire);
  }

  make(answers: Answers, assess: Assess): LaunchPath {
    return this.#describe(this.#finder.find(answers), answers, assess);
  }

  makeWithin(answers: Answers, days: number, assess: Assess): ChangePlan {
    const path = this.#describe(this.#finder.findWithin(answers, days * 3), answers, assess);
    return { ...path, reachesLaunch: path.outcome.launchAllowed };
  }

  #describe(raises: readonly Raise[], answers: Answers, assess: Assess): LaunchPath {
    const raised = raises.map(({ question, targetAnswer }) => [question.id, targetAnswer] as const);
    const end = assess({ ...answers, ...Object.fromEntries(raised) });
    const order = assess(answers).remediation.map(({ questionId }) => questionId);
    const inOrder = raises.toSorted(
      (one, other) => order.indexOf(one.question.id) - order.indexOf(other.question.id),
    );
    return {
      steps: inOrder.map((raise) => this.#step(raise)),
      effortDays: inDays(raises.reduce((sum, { cost }) => sum + cost, 0)),
      outcome: outcomeOf(end),
    };
  }

  #step({ question, currentAnswer, targetAnswer }: Raise): LaunchStep {
    const { title, action } = question.remediation;
    return {
      questionId: question.id,
      domainId: question.domainId,
      title,
      action,
      ...this.#steps.step(question, currentAnswer, targetAnswer),
      meetsGate: question.gateMinimum !== null && currentAnswer < question.gateMinimum,
    };
  }
}

function outcomeOf({ overallScore, tier, launchAllowed, launchReason, domainScores }: Assessment): Outcome {
  return { overallScore, tier, launchAllowed, launchReason, domainScores };
}
