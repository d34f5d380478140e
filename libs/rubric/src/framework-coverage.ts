import { clauseTitles } from './clause-titles';
import { listedFrameworks, type ListedFramework, partOf } from './framework-clauses';
import { type Answer, type Answers, type Mode } from './outcome';
import { type RubricQuestion } from './rubric-document';
import { type RubricRules } from './rubric-rules';

/** A part of a framework, with the questions that cite it, in question order. */
export interface ClauseCoverage {
  /** As cited: an article with its paragraph. */
  readonly id: string;
  /** What it is about, in our own words. */
  readonly title: string;
  readonly questions: readonly RubricQuestion[];
  /** Of these questions: a clause is as far as its weakest answer. */
  readonly lowestAnswer: Answer;
}

/** What the answers of one mode say about a framework, and what they say nothing about. */
export interface FrameworkCoverage {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly url: string;
  /** What its parts are, in the plural. */
  readonly parts: string;
  /** How many parts it has. */
  readonly size: number;
  readonly clauses: readonly ClauseCoverage[];
  /** The parts that no question of the mode cites, in the framework's order. */
  readonly notAsked: readonly string[];
  /** The questions of the mode that do not cite the framework. */
  readonly silentQuestions: readonly RubricQuestion[];
}

/** By framework, in the order of `listedFrameworks`. A missing answer counts as 0. */
export function frameworkCoverage(
  rubric: RubricRules,
  answers: Answers,
  mode: Mode,
): readonly FrameworkCoverage[] {
  const questions = rubric.questionsOf(mode);
  return Object.entries(listedFrameworks).flatMap(([id, listed]) => {
    const framework = rubric.frameworks[id];
    if (framework === undefined) return [];
    const clauses = clausesOf(questions, answers, { id, listed });
    const asked = new Set(clauses.map((clause) => partOf(clause.id)));
    return [
      {
        id,
        name: listed.name,
        title: framework.title,
        url: framework.url,
        parts: listed.parts,
        size: listed.ids.length,
        clauses,
        notAsked: listed.ids.filter((part) => !asked.has(part)),
        silentQuestions: questions.filter((question) => citations(question, id).length === 0),
      },
    ];
  });
}

function clausesOf(
  questions: readonly RubricQuestion[],
  answers: Answers,
  { id, listed }: { readonly id: string; readonly listed: ListedFramework },
): readonly ClauseCoverage[] {
  const cited = new Set(questions.flatMap((question) => citations(question, id)));
  const place = (clause: string): number => listed.ids.indexOf(partOf(clause));
  const inOrder = [...cited].toSorted(
    (one, other) => place(one) - place(other) || one.localeCompare(other, 'en', { numeric: true }),
  );
  return inOrder.map((clause) => {
    const citing = questions.filter((question) => citations(question, id).includes(clause));
    const lowestAnswer = citing
      .map((question) => answers[question.id] ?? 0)
      .reduce((lowest, answer) => (answer < lowest ? answer : lowest));
    return { id: clause, title: clauseTitles[id]?.[clause] ?? '', questions: citing, lowestAnswer };
  });
}

function citations({ references }: RubricQuestion, framework: string): readonly string[] {
  return references.filter((reference) => reference.framework === framework).flatMap(({ ids }) => ids);
}
