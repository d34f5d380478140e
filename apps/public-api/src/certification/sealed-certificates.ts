import {
  CertificateHolderStore,
  certificateOf,
  CertificateRenderer,
  Certifier,
  type SurveyResult,
} from '@governance/assessments';
import { JoseIssuer, sealed } from '@governance/certificates';
import { Injectable } from '@nestjs/common';
import { SiteAddresses } from '../site-addresses';

/** Makes sealed PDFs, with the credential of their result, which is created now if missing. */
@Injectable()
export class SealedCertificates {
  constructor(
    private readonly certifier: Certifier,
    private readonly issuer: JoseIssuer,
    private readonly renderer: CertificateRenderer,
    private readonly holders: CertificateHolderStore,
    private readonly addresses: SiteAddresses,
  ) {}

  async make(result: SurveyResult, holderProof?: string): Promise<Uint8Array> {
    const { domain, ...holder } = await this.holders.find(result.id);
    const { credential, keyId } = domain?.signed ?? (await this.certifier.certify(result));
    const certificate = certificateOf(result, this.addresses.platformBaseUrl);
    const drawn = await this.renderer.render({
      ...certificate,
      ...holder,
      ...(domain && { domain }),
      signed: { credential, keyId },
      ...(holderProof !== undefined && { holderProof }),
    });
    return sealed(drawn, (sha256) => this.issuer.signDocument(result.id, sha256));
  }
}
