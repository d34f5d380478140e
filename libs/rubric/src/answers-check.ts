import { InvalidAnswers } from './invalid-answers';
import { type Answer, type Answers, type Mode } from './outcome';
import { type Questionnaire } from './questionnaire';
import { type RubricDocument } from './rubric-document';

/** Checks untrusted answers for one mode. */
export class AnswersCheck {
  readonly #mode: Mode;
  readonly #about: string;
  readonly #range: string;
  readonly #scale: ReadonlyMap<unknown, Answer>;
  readonly #slots: ReadonlyMap<string, number>;
  readonly #applicable: readonly { readonly id: string; readonly slot: number }[];

  constructor(document: RubricDocument, questionnaire: Questionnaire, mode: Mode) {
    this.#mode = mode;
    const values = document.answerScale.map(({ value }) => value);
    this.#about = `rubric ${document.rubric.version}`;
    this.#range = `from ${Math.min(...values)} to ${Math.max(...values)}`;
    this.#scale = new Map(values.map((value) => [value, value]));
    this.#slots = new Map(document.questions.map(({ id }, slot) => [id, slot]));
    this.#applicable = document.questions.flatMap((question, slot) =>
      questionnaire.questions.includes(question) ? [{ id: question.id, slot }] : [],
    );
  }

  /** Frozen, in question order, without the other mode's answers. Throws `InvalidAnswers`. */
  check(raw: unknown): Answers {
    if (!isPlainObject(raw)) {
      throw new InvalidAnswers(`answers must be an object of question ids to integers ${this.#range}`);
    }
    const given = this.#read(raw);
    const missing: string[] = [];
    const answers = Object.create(null) as Record<string, Answer>;
    for (const { id, slot } of this.#applicable) {
      const answer = given[slot];
      if (answer === undefined) missing.push(id);
      else answers[id] = answer;
    }
    if (missing.length > 0) {
      throw new InvalidAnswers(`answers lacks questions of mode ${this.#mode}: ${missing.join(', ')}`);
    }
    return Object.freeze(answers);
  }

  /**
   * Every answer by the position of its question. An oversized map costs no more than a full one: reading stops at the first
   * unknown id, which occurs at the latest after as many ids as the rubric has questions.
   */
  #read(raw: Readonly<Record<string, unknown>>): (Answer | undefined)[] {
    const ids = Object.keys(raw);
    if (ids.length === 0) throw new InvalidAnswers('answers must not be empty');
    const given: (Answer | undefined)[] = [];
    for (const id of ids) {
      const slot = this.#slots.get(id);
      if (slot === undefined) throw new InvalidAnswers(this.#unknown(id));
      // A Map look-up treats -0 as 0, and finds nothing for "2", true or NaN.
      const answer = this.#scale.get(raw[id]);
      if (answer === undefined) throw new InvalidAnswers(`answers.${id} must be an integer ${this.#range}`);
      given[slot] = answer;
    }
    return given;
  }

  #unknown(id: string): string {
    return /^[a-z0-9-]{1,64}$/.test(id)
      ? `answers.${id} is not a question of ${this.#about}`
      : `answers has a question id that ${this.#about} does not have`;
  }
}

/** A plain object from any realm, as from JSON or an object literal: no array, no class instance. */
function isPlainObject(raw: unknown): raw is Readonly<Record<string, unknown>> {
  if (typeof raw !== 'object' || raw === null) return false;
  const prototype: unknown = Object.getPrototypeOf(raw);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
