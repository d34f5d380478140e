import { type ShownResult } from './result-page.service';

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
  'on the cheapest way to a launch',
] as const;

/** The plan as a table (RFC 4180). Every text in it is the rubric's own. */
export function planCsv({ rubric, remediation, launchPath }: ShownResult): string {
  const label = (value: number): string =>
    rubric.answerScale.find((grade) => grade.value === value)?.label ?? '';
  const onPath = new Set(launchPath.steps.map(({ questionId }) => questionId));
  const rows = remediation.map((item) => [
    item.priority,
    rubric.domains.find(({ id }) => id === item.domainId)?.title ?? '',
    item.title,
    item.action,
    label(item.currentAnswer),
    label(item.targetAnswer),
    item.effortDays,
    item.points,
    item.blocksLaunch ? 'yes' : 'no',
    onPath.has(item.questionId) ? 'yes' : 'no',
  ]);
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** A cell that a spreadsheet would compute is marked as text, whoever wrote it. */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
