import { type NotValid } from './verdict';

/** A certificate is not valid: it was withdrawn, or the service does not know its id. */
export class CertificateNotValidError extends Error {
  override readonly name = 'CertificateNotValidError';

  constructor(
    readonly id: string,
    readonly verification: NotValid,
  ) {
    super(`The certificate ${id} is not valid: ${verification.status}`);
  }
}
