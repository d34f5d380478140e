import { ResultStore, type SurveyResult } from '@governance/assessments';
import { type RemediationItem, type Rubric } from '@governance/rubric';
import { Injectable } from '@nestjs/common';
import { rubricOf } from '../checked-answers';
import { unknownResult } from './result-problems';
import { ResultCapabilities } from '../result-capabilities';

/** A stored result with the plan that its own version of the rubric derives from the answers. */
export interface ReadResult {
  readonly result: SurveyResult;
  readonly rubric: Rubric;
  readonly remediation: readonly RemediationItem[];
}

/** Whether a result's certificate counts. */
export type CertificateStatus = 'valid' | 'withdrawn';

/** Reads stored results, for clients that have their capability. */
@Injectable()
export class ReadResultsService {
  constructor(
    private readonly results: ResultStore,
    private readonly capabilities: ResultCapabilities,
  ) {}

  /** @throws Problem `not_found`, the same for every capability that we did not make */
  idOf(capability: string): string {
    const id = this.capabilities.idOf(capability);
    if (id === undefined) throw unknownResult();
    return id;
  }

  /** @throws Problem `not_found` */
  async find(capability: string): Promise<ReadResult> {
    const result = await this.results.find(this.idOf(capability));
    if (!result) throw unknownResult();
    const rubric = rubricOf(result.rubric.version);
    return { result, rubric, remediation: rubric.assess(result.answers, result.mode).remediation };
  }

  /** A result without a certificate credential counts too: it gets one within seconds. */
  async certificateStatusOf(resultId: string): Promise<CertificateStatus> {
    const verifiable = await this.results.findVerifiable(resultId);
    return verifiable?.withdrawal ? 'withdrawn' : 'valid';
  }
}
