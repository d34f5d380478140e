import { type LaunchPath } from '@governance/rubric';
import { Injectable } from '@nestjs/common';
import {
  type CertificateStatus,
  type ReadResult,
  ReadResultsService,
} from '../../results/read-results.service';

/** A stored result with everything that its own version of the rubric derives from the answers. */
export interface ShownResult extends ReadResult {
  readonly launchPath: LaunchPath;
}

/** The parts of a result that its page shows. */
@Injectable()
export class ResultPageService {
  constructor(private readonly results: ReadResultsService) {}

  /** @throws Problem `not_found` when we made no such address. */
  idOf(capability: string): string {
    return this.results.idOf(capability);
  }

  certificateStatusOf(id: string): Promise<CertificateStatus> {
    return this.results.certificateStatusOf(id);
  }

  /** @throws Problem `not_found` */
  async find(capability: string): Promise<ShownResult> {
    const read = await this.results.find(capability);
    const { answers, mode } = read.result;
    return { ...read, launchPath: read.rubric.launchPath(answers, mode) };
  }
}
