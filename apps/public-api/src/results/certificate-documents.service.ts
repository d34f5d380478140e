import { CertificateDocuments } from '@governance/assessments';
import { Injectable } from '@nestjs/common';
import { type DocumentAnswer, DocumentRequests } from './document-requests';
import { certificateProblems } from './result-problems';
import { ReadResultsService } from './read-results.service';

/** The certificates of results, for their holders. */
@Injectable()
export class CertificateDocumentsService {
  constructor(
    private readonly results: ReadResultsService,
    private readonly documents: CertificateDocuments,
    private readonly requests: DocumentRequests,
  ) {}

  /**
   * The certificate of a result, requested now unless it already was. `client` is the caller's bucket.
   *
   * @throws Problem `not_found`, also when it was withdrawn; `too_many`; `unavailable`, when it cannot be made now
   */
  async get(capability: string, client: string): Promise<DocumentAnswer> {
    const resultId = this.results.idOf(capability);
    return this.requests.get(this.documents, { resultId, client, problems: certificateProblems });
  }
}
