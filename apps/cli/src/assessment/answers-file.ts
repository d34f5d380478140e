import { canonical } from '../canonical';
import { CommandError } from '../command-error';

export type Mode = 'msp-self' | 'client-on-behalf';

/** Answers by question, as in a file or a draft. */
export interface Assessment {
  readonly answers: Readonly<Record<string, number>>;
  readonly mode?: Mode | undefined;
}

/** Reads answers from JSON (the answers alone, or a submission) or CSV (`question,answer`). @throws CommandError */
export function parseAnswers(text: string, name: string): Assessment {
  return text.trimStart().startsWith('{') ? fromJson(text, name) : fromCsv(text, name);
}

function fromJson(text: string, name: string): Assessment {
  let value: Readonly<Record<string, unknown>>;
  try {
    value = JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw new CommandError(`${name} is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
  const { answers, mode } = value;
  const isSubmission = typeof answers === 'object' && answers !== null;
  const entries = Object.entries(isSubmission ? answers : value);
  const checked = Object.fromEntries(entries.map(([id, answer]) => [id, checkedAnswer(answer, id, name)]));
  return { answers: checked, mode: isSubmission ? checkedMode(mode) : undefined };
}

function fromCsv(text: string, name: string): Assessment {
  const answers = new Map<string, number>();
  for (const [id = '', answer = '', ...more] of rowsOf(text)) {
    if (id === '' || more.length > 0) throw new CommandError(`${name}: a line is not "question,answer"`);
    if (answers.has(id)) throw new CommandError(`${name} answers ${id} twice`);
    answers.set(id, checkedAnswer(isNumber(answer) ? Number(answer) : answer, id, name));
  }
  if (answers.size === 0) throw new CommandError(`${name} has no answers`);
  return { answers: Object.fromEntries(answers) };
}

/** Without a first line that has titles: its answer is no number. */
function rowsOf(text: string): string[][] {
  const [first = '', ...others] = text.split('\n').filter((line) => line.trim() !== '');
  // Excel writes this line for itself.
  const [, declared] = /^sep=(.)$/i.exec(first.trim()) ?? [];
  const lines = declared === undefined ? [first, ...others] : others;
  const separator = declared ?? ['\t', ';'].find((each) => first.includes(each)) ?? ',';
  const rows = lines.map((line) => cellsOf(line, separator));
  return isNumber(rows[0]?.[1] ?? '') ? rows : rows.slice(1);
}

/** Without empty ones at the end, which spreadsheets add, and with digits as they are typed in East Asia. */
function cellsOf(line: string, separator: string): string[] {
  const cells = line.split(separator).map((cell) => canonical(cell).replaceAll(/^"|"$/g, '').trim());
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

function checkedAnswer(answer: unknown, id: string, name: string): number {
  if (typeof answer === 'number' && [0, 1, 2, 3].includes(answer)) return answer;
  throw new CommandError(`${name}: the answer to ${id} is ${JSON.stringify(answer)}, not 0, 1, 2 or 3`);
}

function checkedMode(mode: unknown): Mode | undefined {
  if (mode === undefined || mode === null) return undefined;
  if (mode === 'msp-self' || mode === 'client-on-behalf') return mode;
  throw new CommandError(`Unknown mode ${JSON.stringify(mode)}: use msp-self or client-on-behalf`);
}
