import { answerInWords, evidenceInWords, type EvidenceInWords, pointsInWords } from '@governance/assessments';
import { type QuestionContribution } from '@governance/rubric';
import { type ReferenceView, referencesOf } from '../references';
import { type EvidencedResult } from './result-page.service';

/** An answer, what it adds to the score, and what the frameworks call it. */
export interface AnswerRow {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly question: string;
  readonly answer: string;
  readonly yes: boolean;
  readonly gained: string;
  readonly lost: string;
  readonly references: readonly ReferenceView[];
  readonly evidence: EvidenceInWords | undefined;
}

export interface AnswerGroup {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly AnswerRow[];
}

/** Every answer, by domain. */
export function answerGroups({ result, rubric, evidence }: EvidencedResult): readonly AnswerGroup[] {
  const { answers, mode } = result;
  const contributions = rubric.contributions(answers, mode);
  const rows = rubric.questionsOf(mode).map((question, index) => ({
    domainId: question.domainId,
    id: question.id,
    number: index + 1,
    title: question.remediation.title,
    question: question.text,
    ...contributionInWords(contributions[index]),
    references: referencesOf(question, rubric),
    evidence: evidenceInWords(evidence, question.id),
  }));
  return rubric.domains.map(({ id, title }) => ({
    id,
    title,
    rows: rows.filter(({ domainId }) => domainId === id),
  }));
}

/** The domains that have an answer "Yes", with these answers. */
export function alreadyYes(groups: readonly AnswerGroup[]): readonly AnswerGroup[] {
  return groups
    .map((group) => ({ ...group, rows: group.rows.filter(({ yes }) => yes) }))
    .filter(({ rows }) => rows.length > 0);
}

function contributionInWords(
  contribution: QuestionContribution | undefined,
): Pick<AnswerRow, 'answer' | 'yes' | 'gained' | 'lost'> {
  const { answer = 0, pointsGained = 0, pointsLost = 0 } = contribution ?? {};
  return {
    answer: answerInWords[answer],
    yes: answer === 3,
    gained: pointsInWords(pointsGained),
    lost: pointsInWords(pointsLost),
  };
}
