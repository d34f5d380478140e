import {
  certificateOf,
  type HolderProof,
  type IssuedCertificate,
  type SurveyResult,
} from '@governance/assessments';
import { IssuerKeySet, type LogTrust } from '@governance/certificate-verifier';
import { JoseIssuer, PuppeteerCertificateRenderer, issuedPdf } from '@governance/certificates';
import { type Answers, publishedRubrics } from '@governance/rubric';
import { createTestIssuerKeys, TestCertificateLog, testBrowser } from '@governance/testing';

export const addresses = {
  publicBaseUrl: 'https://assess.example.org',
  platformBaseUrl: 'https://api.example.org',
};
export const holderAddress = 'assessor@example.com';
export const status = { list: 0, index: 4_711 };

const rubric = publishedRubrics.current;
const mode = 'msp-self';

/** Every answer is 2, except for a few at 3. */
export const answers: Answers = Object.fromEntries(
  rubric.questions
    .filter(({ modes }) => modes.includes(mode))
    .map(({ id }, index) => [id, index % 4 === 0 ? 3 : 2]),
);

export function resultOf(input: Answers = answers): SurveyResult {
  const { remediation, ...outcome } = rubric.assess(input, mode);
  expect(remediation).not.toEqual([]);
  return {
    id: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19',
    createdAt: new Date('2026-11-20T12:00:00.123Z'),
    mode,
    rubric: rubric.reference,
    answers: input,
    outcome,
  };
}

/** A mailed certificate, with the data needed to check it. */
export interface Issued {
  readonly pdf: Uint8Array;
  readonly credential: string;
  readonly holder: HolderProof;
}

/** Issues certificates as the worker does, with a public log that two witnesses watch. */
export class TestIssuer {
  private readonly file = createTestIssuerKeys();
  private readonly renderer = new PuppeteerCertificateRenderer({ executable: testBrowser });
  readonly signer = new JoseIssuer(this.file.load(), addresses);
  readonly jwks = { keys: this.signer.publicKeys() };
  readonly keys = new IssuerKeySet(this.jwks);
  readonly log = new TestCertificateLog(addresses.publicBaseUrl);
  /** As a verifier keeps it. */
  readonly trust: LogTrust = { ...this.log.trust(), source: 'file' };

  /** `alter` changes the drawn and attached result, after the credential is signed and before the file is sealed. */
  async issue(
    result: SurveyResult,
    alter: (certificate: IssuedCertificate) => IssuedCertificate = (certificate) => certificate,
  ): Promise<Issued> {
    const signed = await this.signer.sign(result, status);
    const holder = await this.signer.signHolderProof(result.id, holderAddress);
    const certificate = {
      ...certificateOf(result, addresses),
      signed,
      holderProof: holder.proof,
      ...(await this.log.issue(result.id, signed.credential, result.createdAt)),
    };
    const drawn = await this.renderer.render(alter(certificate));
    const pdf = await issuedPdf(drawn, this.signer.documentSigner(result.id), new Date());
    return { pdf, credential: signed.credential, holder };
  }

  async close(): Promise<void> {
    await this.renderer.close();
    this.file.remove();
  }
}
