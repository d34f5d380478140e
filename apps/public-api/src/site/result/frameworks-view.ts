import { answerInWords, dayInWords, modeInWords } from '@governance/assessments';
import {
  type ClauseCoverage,
  frameworkCoverage,
  type FrameworkCoverage,
  listedFrameworks,
} from '@governance/rubric';
import { type ShownResult } from './result-page.service';

export function frameworksView({ result, rubric }: ShownResult) {
  const { answers, mode } = result;
  const answerOf = (id: string): string => answerInWords[answers[id] ?? 0];
  const coverage = frameworkCoverage(rubric, answers, mode);
  const questions = rubric.questionsOf(mode);
  return {
    mode: modeInWords[mode],
    issuedOn: dayInWords(result.createdAt),
    rubricVersion: rubric.version,
    questions: questions.length,
    frameworks: coverage.map((framework) => frameworkView(framework, answerOf)),
    // Cited by questions, but not listed clause by clause.
    onlyCited: Object.entries(rubric.frameworks)
      .filter(([id]) => !(id in listedFrameworks))
      .map(([, { title, url }]) => ({ title, url })),
    // The questions that cite none of the frameworks.
    silent: questions
      .filter((question) => coverage.every(({ silentQuestions }) => silentQuestions.includes(question)))
      .map(({ id, remediation }) => ({ title: remediation.title, answer: answerOf(id) })),
  };
}

function frameworkView(
  { clauses, notAsked, ...framework }: FrameworkCoverage,
  answerOf: (id: string) => string,
) {
  const view = ({ id, title, questions, lowestAnswer }: ClauseCoverage) => ({
    clause: id,
    title,
    lowest: answerInWords[lowestAnswer],
    questions: questions.map((question) => ({
      title: question.remediation.title,
      answer: answerOf(question.id),
    })),
  });
  const gaps = clauses.filter(({ lowestAnswer }) => lowestAnswer < 3);
  const met = clauses.filter(({ lowestAnswer }) => lowestAnswer === 3);
  return {
    id: framework.id,
    name: framework.name,
    title: framework.title,
    url: framework.url,
    parts: framework.parts,
    size: framework.size,
    summary: `${gaps.length} with a gap, ${met.length} answered “Yes”`,
    gaps: gaps.map(view),
    met: met.map(view),
    notAsked: inRanges(notAsked),
    notAskedCount: notAsked.length,
  };
}

/** "Art. 1–3, MAP 1.2–1.3": neighbours with the same prefix as one range. */
export function inRanges(parts: readonly string[]): string {
  const runs: { prefix: string; first: number; last: number }[] = [];
  for (const part of parts) {
    const [, prefix = '', digits = ''] = /^(.*?)(\d+)$/.exec(part) ?? [];
    const number = Number(digits);
    const run = runs.at(-1);
    if (run?.prefix === prefix && run.last === number - 1) run.last = number;
    else runs.push({ prefix, first: number, last: number });
  }
  return runs
    .map(({ prefix, first, last }) =>
      first === last ? `${prefix}${first}` : `${prefix}${first}–${prefix.replace(/^.* /, '')}${last}`,
    )
    .join(', ');
}
