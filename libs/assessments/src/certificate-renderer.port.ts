import { type Certificate } from './certificate';

/** Draws a certificate as a one-page PDF. Rejects when it could not be drawn within the adapter's deadline. */
export abstract class CertificateRenderer {
  abstract render(certificate: Certificate): Promise<Uint8Array>;
}
