import { Clock, Problem } from '@governance/kernel';
import {
  type ResultExtras,
  ResultStore,
  type SubmissionKey,
  type SurveyResult,
} from '@governance/assessments';
import { type Mode, type RemediationItem } from '@governance/rubric';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { checkedAnswers, rubricOf } from '../checked-answers';

export interface Submission {
  readonly answers?: unknown;
  readonly mode?: Mode;
  readonly submitterEmail?: string;
  readonly notes?: string;
  readonly rubricVersion?: string;
}

/** What a submission comes with besides what it says. */
export interface SubmissionContext {
  readonly key?: string | undefined;
  /** The bucket of the client, for the email budgets and its keys. */
  readonly clientAddress: string;
}

export interface SubmittedResult {
  readonly result: SurveyResult;
  readonly remediation: readonly RemediationItem[];
  readonly delivery: 'queued' | 'none';
  /** The result is that of an earlier submission under the same key; nothing was created. */
  readonly replayed: boolean;
}

/** Scores submitted assessments and keeps the results. Everything in a result is derived here (spec 1.1). */
@Injectable()
export class SurveyResultsService {
  constructor(
    private readonly results: ResultStore,
    private readonly clock: Clock,
  ) {}

  /** With a key, submitting again answers what was answered first, and sends nothing twice. */
  async submit(submission: Submission, { key, clientAddress }: SubmissionContext): Promise<SubmittedResult> {
    const { mode = 'msp-self', submitterEmail, notes } = submission;
    const rubric = rubricOf(submission.rubricVersion);
    const answers = checkedAnswers(rubric, submission.answers, mode);
    const { remediation, ...outcome } = rubric.assess(answers, mode);
    const id = randomUUID();
    const result = { id, createdAt: this.clock.now(), mode, rubric: rubric.reference, answers, outcome };
    const extras = {
      ...(submitterEmail !== undefined && { submitterEmail, deliveryId: randomUUID() }),
      ...(notes !== undefined && { notes }),
      clientAddress,
    };
    const delivery = submitterEmail === undefined ? 'none' : 'queued';
    if (key === undefined) {
      await this.results.create(result, extras);
    } else {
      const earlier = await this.createOnce(result, extras, {
        key,
        body: bodyOf(submission),
        clientAddress,
      });
      if (earlier) return { ...derivedAgain(earlier), delivery, replayed: true };
    }
    return { result, remediation, delivery, replayed: false };
  }

  /** The earlier result of the key, if there is one. */
  private async createOnce(
    result: SurveyResult,
    extras: ResultExtras,
    submissionKey: SubmissionKey,
  ): Promise<SurveyResult | undefined> {
    const creation = await this.results.createOnce(result, extras, submissionKey);
    switch (creation.kind) {
      case 'created':
        return undefined;
      case 'replayed':
        return this.results.find(creation.resultId);
      case 'running':
        throw new Problem('conflict', 'a submission with this Idempotency-Key is still running');
      case 'other-body':
        throw new Problem('unprocessable', 'this Idempotency-Key was used with another body');
    }
  }
}

/** A kept result with its plan, as its own version of the rubric derives them from the kept answers. */
function derivedAgain(earlier: SurveyResult): Pick<SubmittedResult, 'result' | 'remediation'> {
  const { remediation, ...outcome } = rubricOf(earlier.rubric.version).assess(earlier.answers, earlier.mode);
  return { result: { ...earlier, outcome }, remediation };
}

/** What a submission says, in one form whatever the order of its members. The answers have been checked: they are flat. */
function bodyOf({ answers, mode, submitterEmail, notes, rubricVersion }: Submission): string {
  const sorted = Object.entries(answers as object).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([sorted, mode, submitterEmail, notes, rubricVersion]);
}
