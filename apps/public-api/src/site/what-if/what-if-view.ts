import { answerInWords } from '@governance/assessments';
import { type ShownResult } from '../result/result-page.service';
import { mostDays, type Trial, whatIfOutcome, type WhatIfOutcome } from './what-if-outcome';

export interface WhatIfView {
  readonly outcome: WhatIfOutcome;
  readonly mode: string;
  readonly rubricVersion: string;
  readonly days: string;
  readonly daysError: string;
  readonly mostDays: number;
  readonly domains: readonly {
    readonly id: string;
    readonly title: string;
    readonly weight: number;
    readonly questions: readonly WhatIfQuestion[];
  }[];
}

interface WhatIfQuestion {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly text: string;
  readonly gate: boolean;
  /** The answer of the result. */
  readonly was: string;
  readonly wasValue: number;
  readonly changed: boolean;
  readonly answers: readonly { readonly value: number; readonly label: string; readonly checked: boolean }[];
}

export interface Tried {
  readonly trial: Trial;
  /** As entered. */
  readonly days: string;
}

export function whatIfView({ rubric, result }: ShownResult, { trial, days }: Tried): WhatIfView {
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
