import {
  CertificateHolderStore,
  CertificateLog,
  certificateOf,
  CertificateRenderer,
  Certifier,
  type SurveyResult,
} from '@governance/assessments';
import { issuedPdf, JoseIssuer } from '@governance/certificates';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';

/** Makes sealed and signed PDFs, with the credential of their result, which is created now if missing, and its proof of the log. */
@Injectable()
export class SealedCertificates {
  constructor(
    private readonly certifier: Certifier,
    private readonly log: CertificateLog,
    private readonly issuer: JoseIssuer,
    private readonly renderer: CertificateRenderer,
    private readonly holders: CertificateHolderStore,
    private readonly clock: Clock,
  ) {}

  async make(result: SurveyResult, holderProof?: string): Promise<Uint8Array> {
    const { domain, ...holder } = await this.holders.find(result.id);
    const { credential, keyId } = domain?.signed ?? (await this.certifier.certify(result));
    const { entry: logEntry, proof: logProof } = await this.log.proofOf(result.id, credential);
    const certificate = certificateOf(result, this.issuer.addresses);
    const drawn = await this.renderer.render({
      ...certificate,
      ...holder,
      ...(domain && { domain }),
      signed: { credential, keyId },
      logEntry,
      logProof,
      ...(holderProof !== undefined && { holderProof }),
    });
    return issuedPdf(drawn, this.issuer.documentSigner(result.id), this.clock.now());
  }
}
