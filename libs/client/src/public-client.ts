import { type paths } from './generated/public-api';
import { ApiCaller, type CallerOptions } from './http/api-caller';
import { type RequestOptions } from './http/api-types';
import { type ValidCertificate, type Verification } from './verdict';
import { CertificateVerifier } from './verification';

export type PublicClientOptions = CallerOptions;

/** The public surface: assessments, results and certificates. It needs no credentials. */
export class PublicClient extends ApiCaller<paths> {
  private readonly verifier: CertificateVerifier;

  constructor(options: PublicClientOptions) {
    super(options, {});
    this.verifier = new CertificateVerifier((id, more) =>
      this.get('/api/certification/verify/{id}', { ...more, path: { id } }),
    );
  }

  /** Check `valid` before anything else: an unknown certificate has a verdict too. */
  verify(id: string, options?: RequestOptions): Promise<Verification> {
    return this.verifier.verify(id, options);
  }

  /** The record of a valid certificate. @throws CertificateNotValidError for any other. */
  requireValid(id: string, options?: RequestOptions): Promise<ValidCertificate> {
    return this.verifier.requireValid(id, options);
  }
}
