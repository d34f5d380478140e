import { Clock, ResultStore, type SurveyResult } from '@governance/assessments';
import { Problem } from '@governance/http';
import {
  type Answers,
  InvalidAnswers,
  type Mode,
  publishedRubrics,
  type RemediationItem,
  type Rubric,
} from '@governance/rubric';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';

export interface Submission {
  readonly answers?: unknown;
  readonly mode?: Mode;
  readonly submitterEmail?: string;
  readonly notes?: string;
  readonly rubricVersion?: string;
}

export interface SubmittedResult {
  readonly result: SurveyResult;
  readonly remediation: readonly RemediationItem[];
  readonly delivery: 'queued' | 'none';
}

/** Scores submitted assessments and keeps the results. Everything in a result is derived here (spec 1.1). */
@Injectable()
export class SurveyResultsService {
  constructor(
    private readonly results: ResultStore,
    private readonly clock: Clock,
  ) {}

  async submit({
    mode = 'msp-self',
    submitterEmail,
    notes,
    ...submission
  }: Submission): Promise<SubmittedResult> {
    const rubric = rubricOf(submission.rubricVersion);
    const answers = checkedAnswers(rubric, submission.answers, mode);
    const { remediation, ...outcome } = rubric.assess(answers, mode);
    const result = {
      id: randomUUID(),
      createdAt: this.clock.now(),
      mode,
      rubric: rubric.reference,
      answers,
      outcome,
    };
    await this.results.create(result, {
      ...(submitterEmail !== undefined && { submitterEmail, deliveryId: randomUUID() }),
      ...(notes !== undefined && { notes }),
    });
    return { result, remediation, delivery: submitterEmail === undefined ? 'none' : 'queued' };
  }
}

function rubricOf(version: string | undefined): Rubric {
  const rubric = version === undefined ? publishedRubrics.current : publishedRubrics.find(version);
  if (!rubric) throw new Problem('invalid', 'rubricVersion is not a published version');
  return rubric;
}

function checkedAnswers(rubric: Rubric, answers: unknown, mode: Mode): Answers {
  try {
    return rubric.checkAnswers(answers, mode);
  } catch (error) {
    if (error instanceof InvalidAnswers) throw new Problem('invalid', error.message);
    throw error;
  }
}
