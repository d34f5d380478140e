import { CertificateDocuments } from '@governance/assessments';
import { Injectable } from '@nestjs/common';
import { type DocumentAnswer, DocumentRequests, type DocumentTexts } from './document-requests';
import { ReadResultsService } from './read-results.service';

export const certificateTexts: DocumentTexts = {
  unmakeable: 'the certificate of this result was withdrawn',
  tooMany: 'too many certificates asked for from this address, try again later',
  overBudget: 'too many certificates are being made, try again later',
  parked: 'the certificate could not be made, ask for it again later',
};

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
    return this.requests.get(this.documents, { resultId, client, texts: certificateTexts });
  }
}
