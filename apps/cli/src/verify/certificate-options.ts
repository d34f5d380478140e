import { type LogOptions } from './trusted-log';

export interface CertificateOptions extends LogOptions {
  /** With the ownership code: checks to whom the certificate was mailed. */
  readonly address?: string;
  readonly ownershipCode?: string;
  /** A file: checks that these answers give the result. */
  readonly answers?: string;
}
