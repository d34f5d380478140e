import { effortInThirds } from './answer-steps';
import { type Answer, type Answers } from './outcome';
import { type Questionnaire } from './questionnaire';
import { type RubricDocument, type RubricQuestion } from './rubric-document';

/** One answer to raise. A step costs a third of the rubric's effort for the whole question. */
export interface Raise {
  readonly question: RubricQuestion;
  readonly currentAnswer: Answer;
  readonly targetAnswer: Answer;
  /** In thirds of a person-day: a whole number. */
  readonly cost: number;
}

/** The cheapest known raises that gain a number of weighted points; `parts` are the offers it combines. */
interface Offer {
  readonly gain: number;
  readonly cost: number;
  readonly changes: number;
  readonly parts: readonly (Offer | Raise)[];
}

/** What raised answers must reach: the conditions of the launch rule, or nothing. */
type Aim = 'launch' | 'points';

const nothing: Offer = { gain: 0, cost: 0, changes: 0, parts: [] };

/**
 * Finds the cheapest set of raised answers that meets every condition of the launch rule; of equally cheap sets, one that
 * changes the fewest answers. Exact, by dynamic programming over points (ADR 9): for every achievable number of points only
 * the best offer is kept, first within a domain, then over all domains.
 */
export class LaunchPathFinder {
  readonly #questionnaire: Questionnaire;
  readonly #scale: readonly Answer[];
  readonly #domainFloor: number;
  readonly #overallFloor: number;

  constructor({ answerScale, launchRule }: RubricDocument, questionnaire: Questionnaire) {
    this.#questionnaire = questionnaire;
    this.#scale = answerScale.map(({ value }) => value);
    this.#domainFloor = launchRule.domainFloor;
    this.#overallFloor = launchRule.overallFloor;
  }

  /** In question order; empty when the launch is already allowed. A missing answer counts as 0. */
  find(answers: Answers): readonly Raise[] {
    const lacking = this.#lackingPoints(answers);
    const best = this.#offers(answers, { aim: 'launch', most: lacking, budget: Infinity }).find(
      ({ gain }) => gain === lacking,
    );
    if (best === undefined) throw new Error('the launch rule cannot be met with any answers');
    return raisesOf(best);
  }

  /**
   * The raises that cost at most `budget`, in thirds of a day, and gain the most points: of those that allow the launch, if
   * there are any. Of equal gains the cheapest, and then one that changes the fewest answers. Exact, like the path.
   */
  findWithin(answers: Answers, budget: number): readonly Raise[] {
    const lacking = this.#lackingPoints(answers);
    const launches = this.#offers(answers, { aim: 'launch', most: Infinity, budget });
    const best =
      highest(launches.filter(({ gain }) => gain >= lacking)) ??
      highest(this.#offers(answers, { aim: 'points', most: Infinity, budget }));
    return raisesOf(best ?? nothing);
  }

  /** The cheapest offer for each gain over all domains. Gains above `most` count as `most`. */
  #offers(
    answers: Answers,
    { aim, most, budget }: { readonly aim: Aim; readonly most: number; readonly budget: number },
  ): readonly Offer[] {
    let offers: readonly Offer[] = [nothing];
    for (const { domain, questions } of this.#questionnaire.domains) {
      const ofDomain = this.#domainOffers(questions, answers, aim);
      const weighted = ofDomain.map((offer) => ({ ...offer, gain: offer.gain * domain.weight }));
      offers = combined(offers, weighted, most).filter(({ cost }) => cost <= budget);
    }
    return offers;
  }

  /** The weighted points by which the overall score is below its floor. */
  #lackingPoints(answers: Answers): number {
    let [points, achievable] = [0, 0];
    for (const { domain, questions } of this.#questionnaire.domains) {
      points += domain.weight * pointsOf(questions, answers);
      achievable += domain.weight * this.#achievable(questions);
    }
    return Math.max(0, pointsAt(this.#overallFloor, achievable) - points);
  }

  /** The cheapest offer for each gain in one domain; for a launch with its gates and the domain floor met. */
  #domainOffers(questions: readonly RubricQuestion[], answers: Answers, aim: Aim): readonly Offer[] {
    const most = this.#achievable(questions);
    const lacking = pointsAt(this.#domainFloor, most) - pointsOf(questions, answers);
    let offers: readonly Offer[] = [nothing];
    for (const question of questions) {
      offers = combined(offers, this.#questionOffers(question, answers[question.id] ?? 0, aim), most);
    }
    if (aim === 'points') return offers;
    return offers.filter(({ gain }) => gain >= lacking);
  }

  #questionOffers(question: RubricQuestion, currentAnswer: Answer, aim: Aim): readonly Offer[] {
    const { gateMinimum, weight } = question;
    const least = Math.max(currentAnswer, aim === 'launch' ? (gateMinimum ?? 0) : 0);
    return this.#scale
      .filter((answer) => answer >= least)
      .map((targetAnswer) => {
        const steps = targetAnswer - currentAnswer;
        if (steps === 0) return nothing;
        const cost = effortInThirds(question, steps);
        const raise = { question, currentAnswer, targetAnswer, cost };
        return { gain: weight * steps, cost, changes: 1, parts: [raise] };
      });
  }

  #achievable(questions: readonly RubricQuestion[]): number {
    const highest = Math.max(...this.#scale);
    return questions.reduce((sum, { weight }) => sum + weight * highest, 0);
  }
}

/** The fewest points whose percentage, rounded down, is at least `percent`. */
function pointsAt(percent: number, achievable: number): number {
  return Math.ceil((percent * achievable) / 100);
}

function pointsOf(questions: readonly RubricQuestion[], answers: Answers): number {
  return questions.reduce((sum, { id, weight }) => sum + weight * (answers[id] ?? 0), 0);
}

/** All combinations of two offers, keeping the best for each gain. Gains above `most` count as `most`. */
function combined(some: readonly Offer[], others: readonly Offer[], most: number): readonly Offer[] {
  const best = new Map<number, Offer>();
  for (const one of some) {
    for (const other of others) {
      const gain = Math.min(most, one.gain + other.gain);
      const cost = one.cost + other.cost;
      const changes = one.changes + other.changes;
      const known = best.get(gain);
      if (known && (known.cost < cost || (known.cost === cost && known.changes <= changes))) continue;
      best.set(gain, { gain, cost, changes, parts: [one, other] });
    }
  }
  return [...best.values()];
}

function highest(offers: readonly Offer[]): Offer | undefined {
  return offers.reduce<Offer | undefined>(
    (best, offer) => (best && best.gain >= offer.gain ? best : offer),
    undefined,
  );
}

function raisesOf({ parts }: Offer): readonly Raise[] {
  return parts.flatMap((part) => ('parts' in part ? raisesOf(part) : [part]));
}
