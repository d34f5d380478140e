import {
  CertificateHolderStore,
  CertificateLog,
  certificateOf,
  Certifier,
  type IssuedCertificate,
  type SurveyResult,
} from '@governance/assessments';
import { Injectable } from '@nestjs/common';
import { SiteAddresses } from '../site-addresses';

/** Issues the certificate of a result: with its credential, which is created now if missing, and its entry of the public log. */
@Injectable()
export class IssuedCertificates {
  constructor(
    private readonly certifier: Certifier,
    private readonly log: CertificateLog,
    private readonly holders: CertificateHolderStore,
    private readonly addresses: SiteAddresses,
  ) {}

  /** Rejects while the log does not have it: it is not issued then. */
  async issue(result: SurveyResult): Promise<IssuedCertificate> {
    const { domain, ...holder } = await this.holders.find(result.id);
    const { credential, keyId } = domain?.signed ?? (await this.certifier.certify(result));
    const { entry: logEntry, proof: logProof } = await this.log.proofOf(result.id, credential);
    return {
      ...certificateOf(result, this.addresses),
      ...holder,
      ...(domain && { domain }),
      signed: { credential, keyId },
      logEntry,
      logProof,
    };
  }
}
