import { type IssuedCertificate } from './certification/issued-certificate';

/** Draws a certificate as a one-page PDF that carries its credential. Rejects when it could not be drawn within the adapter's deadline. */
export abstract class CertificateRenderer {
  abstract render(certificate: IssuedCertificate): Promise<Uint8Array>;
}
