import { DocumentMaker, ResultStore } from '@governance/assessments';
import { Injectable } from '@nestjs/common';
import { SealedCertificates } from '../certification/sealed-certificates';

/** Makes the PDF for a download. It goes to no address, so it has no holder proof. */
@Injectable()
export class RequestedCertificate extends DocumentMaker {
  constructor(
    private readonly results: ResultStore,
    private readonly certificates: SealedCertificates,
  ) {
    super();
  }

  async make(resultId: string): Promise<Uint8Array> {
    const result = await this.results.find(resultId);
    if (!result) throw new Error('the document has no result');
    return this.certificates.make(result);
  }
}
