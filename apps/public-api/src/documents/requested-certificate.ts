import { ResultStore } from '@governance/assessments';
import { Injectable } from '@nestjs/common';
import { SealedCertificates } from '../certification/sealed-certificates';
import { DocumentWork } from './document-work';
import { DocumentJob } from './document.job';

/** Makes the PDF for a download. It goes to no address, so it has no holder proof. */
@Injectable()
export class RequestedCertificate extends DocumentJob {
  readonly queue = 'public/certificate-documents';

  constructor(
    work: DocumentWork,
    private readonly results: ResultStore,
    private readonly certificates: SealedCertificates,
  ) {
    super(work, work.stores.documentsOf('certificate'));
  }

  protected async make(resultId: string): Promise<Uint8Array> {
    const result = await this.results.find(resultId);
    if (!result) throw new Error('the document has no result');
    return this.certificates.make(result);
  }
}
