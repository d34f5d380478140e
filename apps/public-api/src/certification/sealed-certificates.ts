import { CertificateRenderer, type SurveyResult } from '@governance/assessments';
import { issuedPdf, JoseIssuer } from '@governance/certificates';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { IssuedCertificates } from './issued-certificates';

/** Makes sealed and signed PDFs. */
@Injectable()
export class SealedCertificates {
  constructor(
    private readonly certificates: IssuedCertificates,
    private readonly issuer: JoseIssuer,
    private readonly renderer: CertificateRenderer,
    private readonly clock: Clock,
  ) {}

  async make(result: SurveyResult, holderProof?: string): Promise<Uint8Array> {
    const certificate = await this.certificates.issue(result);
    const drawn = await this.renderer.render({
      ...certificate,
      ...(holderProof !== undefined && { holderProof }),
    });
    return issuedPdf(drawn, this.issuer.documentSigner(result.id), this.clock.now());
  }
}
