import { createHash } from 'node:crypto';
import { AnswersCheck } from './answers-check';
import { type Answers, type Assessment, type LaunchPath, type Mode, type RubricReference } from './outcome';
import { Questionnaire } from './questionnaire';
import {
  rubricDocument,
  type RubricDocument,
  type RubricDomain,
  type RubricQuestion,
} from './rubric-document';
import { rubricProblems } from './rubric-invariants';
import { Scorer } from './scorer';

/** One published version of the rubric. Neither its bytes nor the outcome of any answers ever change. */
export class Rubric {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  /** The statement that every result under this rubric must contain. */
  readonly statement: string;
  /** How long a result is considered current. Advice only: a result stays valid. */
  readonly validityMonths: number;
  readonly reference: RubricReference;
  readonly answerScale: RubricDocument['answerScale'];
  readonly domains: readonly RubricDomain[];
  /** What the questions cite, by its id. */
  readonly frameworks: RubricDocument['frameworks'];
  /** Of both modes, in question order; `modes` lists those to which a question applies. */
  readonly questions: readonly RubricQuestion[];
  readonly #bytes: Uint8Array;
  readonly #checks: Readonly<Record<Mode, AnswersCheck>>;
  readonly #scorers: Readonly<Record<Mode, Scorer>>;

  /**
   * `published` is the content of the published file, `sha256` the hash pinned at its publication. Throws when they do not
   * match or the rubric is not sound, so that an edited version is never served.
   */
  constructor(
    published: unknown,
    readonly sha256: string,
  ) {
    this.#bytes = fileBytes(published);
    const actual = createHash('sha256').update(this.#bytes).digest('hex');
    if (actual !== sha256)
      throw new Error(`a published rubric was changed: its hash is ${actual}, not ${sha256}`);
    const document = soundDocument(published);
    ({
      id: this.id,
      version: this.version,
      title: this.title,
      statement: this.statement,
      validityMonths: this.validityMonths,
    } = document.rubric);
    this.reference = Object.freeze({ id: this.id, version: this.version, sha256 });
    this.answerScale = document.answerScale;
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
    Object.freeze(this);
  }

  /** The published file, byte for byte. Copied on each call, so that a caller cannot change what is served: store it. */
  get bytes(): Uint8Array {
    return this.#bytes.slice();
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
}

/** Published files have two-space indentation and a final newline; a spec compares these bytes with the file. */
function fileBytes(published: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(published, null, 2)}\n`);
}

function soundDocument(published: unknown): RubricDocument {
  // Each published rubric is checked once, at startup: generating code for it does not pay off.
  const document = rubricDocument.parse(published, { jitless: true });
  const problems = rubricProblems(document);
  if (problems.length > 0) throw new Error(`the rubric is not sound: ${problems.join('; ')}`);
  return document;
}
