import { StartRefused } from '@governance/runtime';
import { Injectable, Logger } from '@nestjs/common';
import { checkDiscovery } from './fetch-issuer-keys';
import { IssuerContradiction } from './issuer-contradiction';
import { type TrustedIssuer, TrustedIssuers } from './trusted-issuers';

/** Compares the accepted issuers with their own documents, once, before the program serves requests. */
@Injectable()
export class IssuerChecks {
  private readonly logger = new Logger(IssuerChecks.name);

  constructor(private readonly issuers: TrustedIssuers) {}

  /**
   * Fetches the keys of every issuer. An issuer that does not answer is logged: a rollout must be possible during its outage.
   * Rejects with `StartRefused` when an issuer's document names another issuer, or its key set has no usable key.
   */
  async run(): Promise<void> {
    const failures = await Promise.all(this.issuers.all.map((issuer) => this.check(issuer)));
    const [first] = failures.filter((failure) => failure instanceof IssuerContradiction);
    if (first !== undefined) throw new StartRefused(first.message);
  }

  private async check({ profile, jwksUri, keys }: TrustedIssuer): Promise<unknown> {
    const { issuer } = profile;
    // With a given key set, discovery is not needed, but must not be about another issuer.
    const found = jwksUri === undefined ? undefined : await checkDiscovery(issuer);
    const failure = found ?? (await keys.prepare());
    if (failure !== undefined && !(failure instanceof IssuerContradiction)) {
      this.logger.warn({
        msg: 'an issuer does not answer; its tokens are answered 503 until it does',
        issuer,
      });
    }
    return failure;
  }
}
