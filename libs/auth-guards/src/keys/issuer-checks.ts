import { StartRefused } from '@governance/runtime';
import { Injectable, Logger } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { checkDiscovery } from './fetch-issuer-keys';
import { IssuerContradiction } from './issuer-contradiction';
import { emptyCooldownMs } from './issuer-keys';
import { type TrustedIssuer, TrustedIssuers } from './trusted-issuers';

/** Compares the accepted issuers with their own documents, once, before the program serves requests. */
@Injectable()
export class IssuerChecks {
  private readonly logger = new Logger(IssuerChecks.name);

  constructor(private readonly issuers: TrustedIssuers) {}

  /**
   * Fetches the keys of every issuer, twice if it does not answer: a replica that is ready without keys answers 503. An issuer
   * that still does not answer is logged: a rollout must be possible during its outage. Rejects with `StartRefused` when an
   * issuer's document names another issuer, or its key set has no usable key. `retryAfterMs` lasts at least the cool-down.
   */
  async run(retryAfterMs = emptyCooldownMs): Promise<void> {
    const failures = await Promise.all(
      this.issuers.all.map((issuer) => this.checkTwice(issuer, retryAfterMs)),
    );
    const [first] = failures.filter((failure) => failure instanceof IssuerContradiction);
    if (first !== undefined) throw new StartRefused(first.message);
  }

  private async checkTwice(issuer: TrustedIssuer, retryAfterMs: number): Promise<unknown> {
    const first = await this.check(issuer);
    if (!isOutage(first)) return first;
    await pause(retryAfterMs);
    const second = await this.check(issuer);
    if (isOutage(second)) {
      this.logger.warn({
        msg: 'an issuer does not answer; its tokens are answered 503 until it does',
        issuer: issuer.profile.issuer,
      });
    }
    return second;
  }

  private async check({ profile, jwksUri, keys }: TrustedIssuer): Promise<unknown> {
    // With a given key set, discovery is not needed, but must not be about another issuer.
    const found = jwksUri === undefined ? undefined : await checkDiscovery(profile.issuer);
    return found ?? (await keys.prepare());
  }
}

function isOutage(failure: unknown): boolean {
  return failure !== undefined && !(failure instanceof IssuerContradiction);
}
