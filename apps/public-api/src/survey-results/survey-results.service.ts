import { Clock } from '@governance/kernel';
import {
  canRemind,
  type Evidence,
  remindAt,
  type ResultExtras,
  ResultStore,
  type SubmissionKey,
  type SurveyResult,
} from '@governance/assessments';
import { type Mode, type RemediationItem } from '@governance/rubric';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { checkedAnswers, checkedEvidence, rubricOf } from '../checked-answers';
import { RetentionSettings } from '../retention/retention-settings';
import { keyInUse, keyOfAnotherBody, reminderUnavailable } from './submission-problems';

export interface Submission {
  readonly answers?: unknown;
  readonly mode?: Mode;
  readonly submitterEmail?: string;
  readonly notes?: string;
  /** In canonical form. */
  readonly organizationName?: string;
  /** Only with `submitterEmail`. */
  readonly renewalReminder?: boolean;
  readonly rubricVersion?: string;
  readonly evidence?: unknown;
}

/** The context of a submission: everything besides its content. */
export interface SubmissionContext {
  readonly key?: string | undefined;
  /** The client's bucket, for the email budgets and its keys. */
  readonly clientAddress: string;
}

export interface SubmittedResult {
  readonly result: SurveyResult;
  readonly remediation: readonly RemediationItem[];
  readonly delivery: 'queued' | 'none';
  /** An earlier submission with the same key created the result; this one created nothing. */
  readonly replayed: boolean;
}

/** A scored submission, and what is stored with its result. */
export interface PreparedResult {
  readonly result: SurveyResult;
  readonly remediation: readonly RemediationItem[];
  readonly extras: ResultExtras;
}

/** Scores submitted assessments and stores the results. The service derives everything in a result (spec 1.1). */
@Injectable()
export class SurveyResultsService {
  constructor(
    private readonly results: ResultStore,
    private readonly clock: Clock,
    private readonly retention: RetentionSettings,
  ) {}

  /** With a key, a repeated submission returns the first result, and sends nothing twice. */
  async submit(submission: Submission, { key, clientAddress }: SubmissionContext): Promise<SubmittedResult> {
    const { result, remediation, extras } = this.prepare(submission, clientAddress);
    const delivery = submission.submitterEmail === undefined ? 'none' : 'queued';
    if (key === undefined) {
      await this.results.create(result, extras);
    } else {
      const earlier = await this.createOnce(result, extras, {
        key,
        body: bodyOf(submission, extras.evidence),
        clientAddress,
      });
      if (earlier) return { ...derivedAgain(earlier), delivery, replayed: true };
    }
    return { result, remediation, delivery, replayed: false };
  }

  /** Scores a submission without storing anything. @throws Problem for answers and evidence that cannot be taken */
  prepare(submission: Submission, clientAddress: string): PreparedResult {
    const { mode = 'msp-self' } = submission;
    const rubric = rubricOf(submission.rubricVersion);
    const answers = checkedAnswers(rubric, submission.answers, mode);
    const { remediation, ...outcome } = rubric.assess(answers, mode);
    const id = randomUUID();
    const result = { id, createdAt: this.clock.now(), mode, rubric: rubric.reference, answers, outcome };
    const evidence = checkedEvidence(rubric, submission.evidence, mode);
    const extras = {
      ...this.extrasOf(submission, { createdAt: result.createdAt, clientAddress }),
      ...(evidence && { evidence }),
    };
    return { result, remediation, extras };
  }

  private extrasOf(
    { submitterEmail, notes, organizationName, renewalReminder }: Submission,
    { createdAt, clientAddress }: { readonly createdAt: Date; readonly clientAddress: string },
  ): ResultExtras {
    if (renewalReminder === true && !canRemind(this.retention.personalDataDays)) throw reminderUnavailable();
    return {
      ...(submitterEmail !== undefined && { submitterEmail, deliveryId: randomUUID() }),
      ...(notes !== undefined && { notes }),
      ...(organizationName !== undefined && { organizationName }),
      ...(renewalReminder === true && {
        reminder: { deliveryId: randomUUID(), dueAt: remindAt(createdAt) },
      }),
      clientAddress,
    };
  }

  /** The earlier result of the key, if any. */
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
        throw keyInUse();
      case 'other-body':
        throw keyOfAnotherBody();
    }
  }
}

/** A stored result with its plan, derived again from the stored answers with its own rubric version. */
function derivedAgain(earlier: SurveyResult): Pick<SubmittedResult, 'result' | 'remediation'> {
  const { remediation, ...outcome } = rubricOf(earlier.rubric.version).assess(earlier.answers, earlier.mode);
  return { result: { ...earlier, outcome }, remediation };
}

/**
 * A canonical form of a submission, independent of member order. The checked answers are flat, and the evidence is canonical.
 * Absent optional members at the end leave the form that earlier releases remembered.
 */
function bodyOf(submission: Submission, evidence: Evidence | undefined): string {
  const { answers, mode, submitterEmail, notes, rubricVersion, organizationName, renewalReminder } =
    submission;
  const sorted = Object.entries(answers as object).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const later = [organizationName, renewalReminder === true || undefined, evidence];
  const given = later.slice(0, later.findLastIndex((member) => member !== undefined) + 1);
  return JSON.stringify([sorted, mode, submitterEmail, notes, rubricVersion, ...given]);
}
