import { dayInWords, type SubmissionExtras, type SurveyResult } from '@governance/assessments';
import { publishedRubrics, type Mode } from '@governance/rubric';
import { Injectable } from '@nestjs/common';
import { createHash, randomUUID } from 'node:crypto';
import { ResultCapabilities } from '../../result-capabilities';
import { RetentionSettings } from '../../retention/retention-settings';
import { SurveyResultsService } from '../../survey-results/survey-results.service';
import { type AskedBy, assessmentView, startView } from './assessment-view';
import { FilledForm } from './filled-form';

export type FormOutcome =
  { readonly resultUrl: string } | { readonly view: object; readonly isComplete: boolean };

/** Turns the form into a submission, and what is wrong with it into the form again. */
@Injectable()
export class AssessmentFormService {
  constructor(
    private readonly surveyResults: SurveyResultsService,
    private readonly capabilities: ResultCapabilities,
    private readonly retention: RetentionSettings,
  ) {}

  start(): object {
    return startView(publishedRubrics.current, this.retention.personalDataDays);
  }

  empty(mode: Mode): object {
    return this.viewOf(FilledForm.empty(mode, randomUUID()));
  }

  /** The form with the answers, the evidence and the name of a result. */
  again(
    result: SurveyResult & Pick<SubmissionExtras, 'evidence' | 'organizationName'>,
    capability: string,
  ): object {
    return this.viewOf(FilledForm.again(result, randomUUID(), capability), dayInWords(result.createdAt));
  }

  /** The form of a campaign. */
  asked(form: FilledForm, askedBy: AskedBy): object {
    return this.viewOf(form, '', askedBy);
  }

  async submit(fields: URLSearchParams, clientAddress: string): Promise<FormOutcome> {
    const form = new FilledForm(fields);
    const isComplete = form.problems.length === 0;
    if (!isComplete || form.check) return { view: this.viewOf(form), isComplete };
    const { result } = await this.surveyResults.submit(form.submission, { key: keyOf(form), clientAddress });
    const resultUrl = this.capabilities.urlOf(result.id);
    const again = form.before !== '' && this.capabilities.idOf(form.before) !== undefined;
    return { resultUrl: again ? `${resultUrl}/compare/${form.before}` : resultUrl };
  }

  private viewOf(form: FilledForm, beforeDay = '', askedBy?: AskedBy): object {
    return { ...assessmentView(form, this.retention.personalDataDays, askedBy), beforeDay };
  }
}

/** The same form with the same content is one submission, however often it is sent; with another content it is another. */
function keyOf({ key, submission }: FilledForm): string {
  const content = createHash('sha256').update(JSON.stringify(submission)).digest('hex');
  return `${key}.${content}`;
}
