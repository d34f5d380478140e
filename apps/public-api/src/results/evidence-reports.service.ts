import { EvidenceReports } from '@governance/assessments';
import { Injectable } from '@nestjs/common';
import { type DocumentAnswer, DocumentRequests } from './document-requests';
import { evidenceReportProblems } from './result-problems';
import { ReadResultsService } from './read-results.service';

/** The reports of results' evidence, for their holders. */
@Injectable()
export class EvidenceReportsService {
  constructor(
    private readonly results: ReadResultsService,
    private readonly reports: EvidenceReports,
    private readonly requests: DocumentRequests,
  ) {}

  /**
   * The report of a result, requested now unless it already was. `client` is the caller's bucket.
   *
   * @throws Problem `not_found`, also when the result has no evidence; `too_many`; `unavailable`, when it cannot be made now
   */
  async get(capability: string, client: string): Promise<DocumentAnswer> {
    const resultId = this.results.idOf(capability);
    return this.requests.get(this.reports, { resultId, client, problems: evidenceReportProblems });
  }
}
