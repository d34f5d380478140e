import { ResultStore, type SurveyResult } from '@governance/assessments';
import { Problem } from '@governance/kernel';
import { type LaunchPath, type RemediationItem, type Rubric } from '@governance/rubric';
import { Injectable } from '@nestjs/common';
import { rubricOf } from '../../checked-answers';
import { ResultCapabilities } from '../../result-capabilities';

/** A kept result with what its own version of the rubric derives from the answers. */
export interface ShownResult {
  readonly result: SurveyResult;
  readonly rubric: Rubric;
  readonly remediation: readonly RemediationItem[];
  readonly launchPath: LaunchPath;
}

/** The parts of a result that its page shows. */
@Injectable()
export class ResultPageService {
  constructor(
    private readonly results: ResultStore,
    private readonly capabilities: ResultCapabilities,
  ) {}

  /** @throws Problem `not_found` when we made no such address. */
  idOf(capability: string): string {
    const id = this.capabilities.idOf(capability);
    if (id === undefined) throw new Problem('not_found', 'there is no such result');
    return id;
  }

  /** @throws Problem `not_found` */
  async find(capability: string): Promise<ShownResult> {
    const result = await this.results.find(this.idOf(capability));
    if (!result) throw new Problem('not_found', 'there is no such result');
    const rubric = rubricOf(result.rubric.version);
    const { remediation } = rubric.assess(result.answers, result.mode);
    return { result, rubric, remediation, launchPath: rubric.launchPath(result.answers, result.mode) };
  }
}
