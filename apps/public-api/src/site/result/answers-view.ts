import { answerInWords, evidenceInWords, pointsInWords } from '@governance/assessments';
import { type QuestionContribution } from '@governance/rubric';
import { referencesOf } from '../references';
import { type EvidencedResult } from './result-page.service';

type AnswerGroup = ReturnType<typeof answerGroups>[number];

/** Every answer, what it adds to the score, and what the frameworks call it, by domain. */
export function answerGroups({ result, rubric, evidence }: EvidencedResult) {
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
export function alreadyYes(groups: readonly AnswerGroup[]) {
  return groups
    .map((group) => ({ ...group, rows: group.rows.filter(({ yes }) => yes) }))
    .filter(({ rows }) => rows.length > 0);
}

function contributionInWords(contribution: QuestionContribution | undefined) {
  const { answer = 0, pointsGained = 0, pointsLost = 0 } = contribution ?? {};
  return {
    answer: answerInWords[answer],
    yes: answer === 3,
    gained: pointsInWords(pointsGained),
    lost: pointsInWords(pointsLost),
  };
}
