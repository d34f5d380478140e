import { answerInWords } from '@governance/assessments';
import { type ShownResult } from '../result/result-page.service';
import { mostDays, type Trial, whatIfOutcome } from './what-if-outcome';

export interface Tried {
  readonly trial: Trial;
  /** As entered. */
  readonly days: string;
}

export type WhatIfView = ReturnType<typeof whatIfView>;

export function whatIfView({ rubric, result }: ShownResult, { trial, days }: Tried) {
  const { answers, before, mode } = trial;
  const questions = rubric.questionsOf(mode).map((question, index) => {
    const { id, text, gateMinimum, remediation, domainId } = question;
    const [now, was] = [answers[id] ?? 0, before[id] ?? 0];
    return {
      id,
      domainId,
      number: index + 1,
      title: remediation.title,
      text,
      gate: gateMinimum !== null,
      // The answer of the result.
      was: answerInWords[was],
      wasValue: was,
      changed: now !== was,
      answers: rubric.answerScale.map(({ value, label }) => ({ value, label, checked: value === now })),
    };
  });
  return {
    outcome: whatIfOutcome(rubric, trial),
    mode: result.mode,
    rubricVersion: rubric.version,
    days,
    daysError:
      days !== '' && trial.days === undefined ? `Enter a whole number of days from 1 to ${mostDays}` : '',
    mostDays,
    domains: rubric.domains.map(({ id, title, weight }) => ({
      id,
      title,
      weight,
      questions: questions.filter(({ domainId }) => domainId === id),
    })),
  };
}
