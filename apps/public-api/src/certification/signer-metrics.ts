import { JoseIssuer } from '@governance/certificates';
import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';

/** The operators' metric of the X.509 certificate that PDF viewers show as the signer. */
@Injectable()
export class SignerMetrics {
  constructor(registry: Registry, issuer: JoseIssuer) {
    new Gauge({
      name: 'certificate_signer_expires_timestamp_seconds',
      help: 'Time at which the X.509 certificate of the newest issuer key expires; a self-signed one never does',
      registers: [registry],
    }).set(issuer.signerExpiresAt.getTime() / 1_000);
  }
}
