import { type IssuerOptions } from './trusted-issuer';

export interface CertificateOptions extends IssuerOptions {
  /** With the ownership code: checks to whom the certificate was mailed. */
  readonly address?: string;
  readonly ownershipCode?: string;
}
