import { modes, tiers } from './outcome';
import { Questionnaire } from './questionnaire';
import {
  reasonParts,
  remediationCriteria,
  type RubricDocument,
  type RubricQuestion,
} from './rubric-document';
import { sentenceProblems } from './rubric-sentences';
import { tierCapOf } from './tier-cap';

const questionsPerDomain = 5;
const weightPerDomain = 10;

/** The contradictions in a rubric, with itself or with the scorer's implementation. Empty for a sound rubric. */
export function rubricProblems(document: RubricDocument): readonly string[] {
  return [
    ...duplicates('domain', document.domains),
    ...duplicates('question', document.questions),
    ...vocabularyProblems(document),
    ...tierProblems(document),
    ...weightProblems(document),
    ...document.questions.flatMap((question) => questionProblems(question, document)),
    ...sentenceProblems(document, weightPerDomain * document.answerScale[3].value),
  ];
}

function duplicates(kind: string, entries: readonly { readonly id: string }[]): string[] {
  const ids = entries.map(({ id }) => id);
  return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${kind} ${id} occurs twice`);
}

function vocabularyProblems({ modes: published, launchRule, remediationRule }: RubricDocument): string[] {
  const problems: string[] = [];
  if (
    !sameSet(
      published.map(({ id }) => id),
      modes,
    )
  )
    problems.push('modes are not each named once');
  if (!sameSet(launchRule.reasonOrder, reasonParts))
    problems.push('reasonOrder does not name each part once');
  if (
    !sameSet(remediationRule.order, remediationCriteria) ||
    remediationRule.order.at(-1) !== 'then question order'
  ) {
    problems.push('remediation order does not name each criterion once and question order last');
  }
  return problems;
}

function tierProblems({ tiers: published, tierCap }: RubricDocument): string[] {
  const problems: string[] = [];
  if (published.map(({ id }) => id).join() !== tiers.join())
    problems.push('tiers are not in order, worst first');
  const contiguous = published.every(
    ({ min, max }, index) => min <= max && min === (published[index - 1]?.max ?? -1) + 1,
  );
  if (!contiguous || published.at(-1)?.max !== 100)
    problems.push('tiers do not cover 0 to 100 without gap or overlap');
  const cap = tierCapOf(tierCap.rule);
  if (cap === undefined || tiers.indexOf(cap.requiresLaunch) !== tiers.indexOf(cap.atMost) + 1) {
    problems.push('the tier cap does not lead to the tier below');
  }
  return problems;
}

function weightProblems(document: RubricDocument): string[] {
  const problems: string[] = [];
  if (sum(document.domains.map(({ weight }) => weight)) !== 100)
    problems.push('domain weights do not sum to 100');
  for (const mode of modes) {
    for (const { domain, questions } of new Questionnaire(document, mode).domains) {
      if (questions.length !== questionsPerDomain) {
        problems.push(`${domain.id} does not have ${questionsPerDomain} questions in mode ${mode}`);
      }
      if (sum(questions.map(({ weight }) => weight)) !== weightPerDomain) {
        problems.push(`question weights of ${domain.id} do not sum to ${weightPerDomain} in mode ${mode}`);
      }
    }
  }
  return problems;
}

function questionProblems(
  question: RubricQuestion,
  { domains, questions, frameworks, launchRule }: RubricDocument,
): string[] {
  const problems: string[] = [];
  const domain = domains.find(({ id }) => id === question.domainId);
  if (domain === undefined) problems.push(`${question.id} is in no domain`);
  // The published invariant: from 0 to 3 adds at least one point to the overall score.
  else if (domain.weight * question.weight < weightPerDomain)
    problems.push(`${question.id} weighs too little to count`);
  if (question.gateMinimum !== (question.critical ? launchRule.gateMinimum : null)) {
    problems.push(`${question.id} must have the gate minimum if it is critical, and none otherwise`);
  }
  if (!isPaired(question, questions))
    problems.push(`${question.id} is not the counterpart of its pair in the other mode`);
  for (const { framework } of question.references) {
    if (!Object.hasOwn(frameworks, framework))
      problems.push(`${question.id} refers to a framework that is not listed`);
  }
  return problems;
}

/** A question of one mode has a counterpart of equal standing in the other mode; a question of both modes has none. */
function isPaired(question: RubricQuestion, questions: readonly RubricQuestion[]): boolean {
  if (question.pairedWith === null) return sameSet(question.modes, modes);
  const other = questions.find(({ id }) => id === question.pairedWith);
  return (
    other?.pairedWith === question.id &&
    other.domainId === question.domainId &&
    other.weight === question.weight &&
    sameSet([...question.modes, ...other.modes], modes)
  );
}

function sameSet(actual: readonly string[], expected: readonly string[]): boolean {
  return actual.length === expected.length && expected.every((entry) => actual.includes(entry));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
