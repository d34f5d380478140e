import { certificateOf, CertificateRenderer, Certifier, type SurveyResult } from '@governance/assessments';
import { issuedPdf, JoseIssuer } from '@governance/certificates';
import { Injectable } from '@nestjs/common';
import { SiteAddresses } from '../site-addresses';

/** Makes sealed and signed PDFs, with the credential of their result, which is created now if missing. */
@Injectable()
export class SealedCertificates {
  constructor(
    private readonly certifier: Certifier,
    private readonly issuer: JoseIssuer,
    private readonly renderer: CertificateRenderer,
    private readonly addresses: SiteAddresses,
  ) {}

  async make(result: SurveyResult, holderProof?: string): Promise<Uint8Array> {
    const { credential, keyId } = await this.certifier.certify(result);
    const certificate = certificateOf(result, this.addresses.platformBaseUrl);
    const drawn = await this.renderer.render({
      ...certificate,
      signed: { credential, keyId },
      ...(holderProof !== undefined && { holderProof }),
    });
    return issuedPdf(drawn, this.issuer.documentSigner(result.id), new Date());
  }
}
