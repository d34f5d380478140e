import { DocumentMaker, EvidenceReportRenderer, EvidenceStore, ResultStore } from '@governance/assessments';
import { Injectable } from '@nestjs/common';
import { rubricOf } from '../checked-answers';

/** Makes the report of a result's evidence, with the rubric that it was answered with. */
@Injectable()
export class RequestedEvidenceReport extends DocumentMaker {
  constructor(
    private readonly results: ResultStore,
    private readonly evidence: EvidenceStore,
    private readonly renderer: EvidenceReportRenderer,
  ) {
    super();
  }

  async make(resultId: string): Promise<Uint8Array> {
    const [result, evidence] = await Promise.all([this.results.find(resultId), this.evidence.find(resultId)]);
    // Erased since it was claimed: the worker has lost its lease too.
    if (!result || !evidence) throw new Error('the report has no evidence');
    return this.renderer.render({ result, rubric: rubricOf(result.rubric.version), evidence });
  }
}
