import { pointsInWords } from '@governance/assessments';
import { csvFile } from '@governance/kernel';
import { type AnswerStep } from '@governance/rubric';
import { referencesOf } from '../references';
import { evidenceCells, evidenceColumns } from './evidence-cells';
import { type EvidencedResult } from './result-page.service';

const columns = [
  'priority',
  'domain',
  'title',
  'action',
  'current answer',
  'target answer',
  'effort in days',
  'points on the score',
  'blocks launch',
  'on the cheapest path to a launch',
  'references',
  ...evidenceColumns,
] as const;

/** The plan as a table (RFC 4180), a row for each step. Every text in it is the rubric's own, except the evidence. */
export function planCsv({ rubric, remediation, launchPath, evidence }: EvidencedResult): string {
  const label = (value: number): string =>
    rubric.answerScale.find((grade) => grade.value === value)?.label ?? '';
  const targets = new Map(launchPath.steps.map(({ questionId, targetAnswer }) => [questionId, targetAnswer]));
  const references = (id: string): string =>
    rubric.questions
      .filter((question) => question.id === id)
      .flatMap((question) => referencesOf(question, rubric))
      .map(({ framework, clauses }) => `${framework} ${clauses}`)
      .join('; ');
  const rows = remediation.flatMap((item) =>
    item.steps.map((step) => [
      item.priority,
      rubric.domains.find(({ id }) => id === item.domainId)?.title ?? '',
      item.title,
      item.action,
      label(step.currentAnswer),
      label(step.targetAnswer),
      step.effortDays,
      pointsInWords(step.points),
      item.blocksLaunch && step.currentAnswer === item.currentAnswer ? 'yes' : 'no',
      onPath(step, targets.get(item.questionId), label),
      references(item.questionId),
      ...evidenceCells(evidence, item.questionId),
    ]),
  );
  return csvFile([columns, ...rows]);
}

/** A path that goes a part of a step only says how far. */
function onPath(
  { currentAnswer, targetAnswer }: AnswerStep,
  pathTarget: number | undefined,
  label: (value: number) => string,
): string {
  if (pathTarget === undefined || pathTarget <= currentAnswer) return 'no';
  return pathTarget >= targetAnswer ? 'yes' : `up to ${label(pathTarget)}`;
}
