import {
  type Certificate,
  certificateOf,
  HolderProofStore,
  holderProofOf,
  type SurveyResult,
} from '@governance/assessments';
import { JoseIssuer } from '@governance/certificates';
import { Injectable } from '@nestjs/common';
import { SiteAddresses } from '../site-addresses';
import { SealedCertificates } from './sealed-certificates';

/** A certificate for one address. */
export interface CertificateForHolder {
  readonly certificate: Certificate;
  readonly pdf: Uint8Array;
  /** Only for the mail: with this ownership code the holder proves that the certificate is theirs. */
  readonly holderSalt: string;
}

/** Makes the sealed PDF for a mail, with a holder proof. */
@Injectable()
export class MailedCertificate {
  constructor(
    private readonly certificates: SealedCertificates,
    private readonly issuer: JoseIssuer,
    private readonly holderProofs: HolderProofStore,
    private readonly addresses: SiteAddresses,
  ) {}

  async make(result: SurveyResult, recipient: string): Promise<CertificateForHolder> {
    const proofs = { store: this.holderProofs, signer: this.issuer };
    const { proof, salt } = await holderProofOf(proofs, result.id, recipient);
    const pdf = await this.certificates.make(result, proof);
    return { certificate: certificateOf(result, this.addresses), pdf, holderSalt: salt };
  }
}
