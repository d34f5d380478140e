import { CertificateNotValidError } from './certificate-not-valid-error';
import { type RequestOptions } from './http/api-types';
import { type ValidCertificate, type Verification } from './verdict';

/** Gets the record of a certificate from either surface. */
export type GetRecord = (id: string, options: RequestOptions) => Promise<unknown>;

export class CertificateVerifier {
  constructor(private readonly getRecord: GetRecord) {}

  async verify(id: string, options: RequestOptions = {}): Promise<Verification> {
    return verdictOn(id, await this.getRecord(id, options));
  }

  /** @throws CertificateNotValidError unless the certificate is valid. */
  async requireValid(id: string, options: RequestOptions = {}): Promise<ValidCertificate> {
    const verification = await this.verify(id, options);
    if (!verification.valid) throw new CertificateNotValidError(id, verification);
    return verification.certificate;
  }
}

/** Valid only if the record says so in both members, about this certificate. */
function verdictOn(id: string, answer: unknown): Verification {
  const record = typeof answer === 'object' && answer !== null ? { ...answer } : {};
  const { valid, status, ...rest }: Readonly<Record<string, unknown>> = record;
  const isThis = typeof rest.id === 'string' && rest.id.toLowerCase() === id.toLowerCase();
  if (valid === true && status === 'valid' && isThis)
    return { valid: true, certificate: answer as ValidCertificate };
  const known = typeof status === 'string' && status !== 'valid' ? status : 'unknown';
  return { valid: false, status: known, record };
}
