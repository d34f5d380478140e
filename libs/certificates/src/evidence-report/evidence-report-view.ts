import {
  answerInWords,
  dayInWords,
  evidenceInWords,
  type EvidenceInWords,
  type EvidenceReport,
  modeInWords,
} from '@governance/assessments';
import { type RubricQuestion } from '@governance/rubric';

/** The words that the template prints; none of them is markup. */
export interface EvidenceReportView {
  readonly assessedOn: string;
  readonly mode: string;
  readonly rubric: string;
  readonly id: string;
  readonly count: string;
  /** Whether a text has letters that the fonts of the document do not. */
  readonly otherScripts: boolean;
  readonly domains: readonly { readonly title: string; readonly rows: readonly EvidenceRow[] }[];
  readonly without: readonly QuestionRow[];
}

interface QuestionRow {
  readonly number: number;
  readonly title: string;
  readonly answer: string;
}

interface EvidenceRow extends QuestionRow, EvidenceInWords {
  readonly question: string;
}

const otherScript =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;

export function evidenceReportView({ result, rubric, evidence }: EvidenceReport): EvidenceReportView {
  const { answers, mode } = result;
  const questions = rubric.questionsOf(mode).map((question, index) => ({
    domainId: question.domainId,
    row: questionRow(question, index + 1, answerInWords[answers[question.id] ?? 0]),
    text: question.text,
    given: evidenceInWords(evidence, question.id),
  }));
  const rowsOf = (domainId: string): EvidenceRow[] =>
    questions.flatMap(({ domainId: of, row, text, given }) =>
      of === domainId && given ? [{ ...row, question: text, ...given }] : [],
    );
  const without = questions.flatMap(({ row, given }) => (given ? [] : [row]));
  return {
    assessedOn: dayInWords(result.createdAt),
    mode: modeInWords[mode],
    rubric: `${rubric.title}, version ${rubric.version}`,
    id: result.id,
    count: `${questions.length - without.length} of ${questions.length} questions`,
    otherScripts: Object.values(evidence).some(({ owner = '', note = '' }) => otherScript.test(owner + note)),
    domains: rubric.domains
      .map(({ id, title }) => ({ title, rows: rowsOf(id) }))
      .filter(({ rows }) => rows.length > 0),
    without,
  };
}

function questionRow({ remediation }: RubricQuestion, number: number, answer: string): QuestionRow {
  return { number, title: remediation.title, answer };
}
