import { type IssuedCertificate } from './certification/issued-certificate';

/** Renders a certificate as a one-page PDF that carries its credential. Rejects when the adapter's deadline passes. */
export abstract class CertificateRenderer {
  abstract render(certificate: IssuedCertificate): Promise<Uint8Array>;
}
