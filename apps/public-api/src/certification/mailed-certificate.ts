import {
  type Certificate,
  certificateOf,
  CertificateRenderer,
  Certifier,
  HolderProofStore,
  holderProofOf,
  type SurveyResult,
} from '@governance/assessments';
import { JoseIssuer, sealed } from '@governance/certificates';
import { Injectable } from '@nestjs/common';
import { SiteAddresses } from '../site-addresses';

/** A certificate for one address. */
export interface CertificateForHolder {
  readonly certificate: Certificate;
  readonly pdf: Uint8Array;
  /** Only for the mail: with this ownership code the holder proves that the certificate is theirs. */
  readonly holderSalt: string;
}

/** Makes the sealed PDF for a mail, with its credential (created now if missing) and a holder proof. */
@Injectable()
export class MailedCertificate {
  constructor(
    private readonly certifier: Certifier,
    private readonly issuer: JoseIssuer,
    private readonly holderProofs: HolderProofStore,
    private readonly renderer: CertificateRenderer,
    private readonly addresses: SiteAddresses,
  ) {}

  async make(result: SurveyResult, recipient: string): Promise<CertificateForHolder> {
    const { credential, keyId } = await this.certifier.certify(result);
    const proofs = { store: this.holderProofs, signer: this.issuer };
    const { proof, salt } = await holderProofOf(proofs, result.id, recipient);
    const certificate = certificateOf(result, this.addresses.platformBaseUrl);
    const signed = { credential, keyId };
    const drawn = await this.renderer.render({ ...certificate, signed, holderProof: proof });
    const pdf = await sealed(drawn, (sha256) => this.issuer.signDocument(result.id, sha256));
    return { certificate, pdf, holderSalt: salt };
  }
}
