import { EvidenceReportRenderer, EvidenceStore, ResultStore } from '@governance/assessments';
import { Injectable } from '@nestjs/common';
import { rubricOf } from '../checked-answers';
import { DocumentWork } from './document-work';
import { DocumentJob } from './document.job';

/** Makes the report of a result's evidence, with the rubric that it was answered with. */
@Injectable()
export class RequestedEvidenceReport extends DocumentJob {
  readonly queue = 'public/evidence-reports';

  constructor(
    work: DocumentWork,
    private readonly results: ResultStore,
    private readonly evidence: EvidenceStore,
    private readonly renderer: EvidenceReportRenderer,
  ) {
    super(work, work.stores.documentsOf('evidence-report'));
  }

  protected async make(resultId: string): Promise<Uint8Array> {
    const [result, evidence] = await Promise.all([this.results.find(resultId), this.evidence.find(resultId)]);
    // Erased since it was claimed: the worker has lost its lease too.
    if (!result || !evidence) throw new Error('the report has no evidence');
    return this.renderer.render({ result, rubric: rubricOf(result.rubric.version), evidence });
  }
}
