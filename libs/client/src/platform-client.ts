import { type TokenSource } from './auth/token-source';
import { type paths } from './generated/platform-api';
import { ApiCaller, type CallerOptions } from './http/api-caller';
import { type RequestOptions } from './http/api-types';
import { type StepUpChallenge } from './http/authorized-sender';
import { type ValidCertificate, type Verification } from './verdict';
import { CertificateVerifier } from './verification';

export interface PlatformClientOptions extends CallerOptions {
  readonly tokens: TokenSource;
  /**
   * Called when a write needs a recent second factor: sign the user in again and return the new access token. The call is
   * repeated once with it. If absent, such a call throws `StepUpRequiredError`. Machines are never asked.
   */
  readonly onStepUpRequired?: (challenge: StepUpChallenge) => Promise<string>;
}

/** The version of the surface that this client was made for. */
export const apiVersion = '1.0';

/** The platform surface: the organization's credentials, members, connections and audit events. */
export class PlatformClient extends ApiCaller<paths> {
  private readonly verifier: CertificateVerifier;

  constructor({ tokens, onStepUpRequired, ...options }: PlatformClientOptions) {
    super(options, { apiVersion, authorization: { tokens, onStepUpRequired } });
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
