import { type Settlement } from '../credentials/credential-reconciler';
import { IntentLost } from '../credentials/credential-store.port';
import { intentLeaseMs } from '../credentials/intent';
import { ProviderChangeSettler, type ProviderChangeSettlerParts } from './provider-change-settler';

/** Records the outcome of changes at the identity provider that a crash or an outage interrupted. Several can run concurrently. */
export class ProviderChangeReconciler {
  private readonly settler: ProviderChangeSettler;

  constructor(private readonly parts: ProviderChangeSettlerParts) {
    this.settler = new ProviderChangeSettler(parts);
  }

  /** Settles the oldest change without a valid lease; undefined when there is none. */
  async settleNext(): Promise<Settlement | undefined> {
    const now = this.parts.now();
    const leaseUntil = new Date(now.getTime() + intentLeaseMs);
    const intent = await this.parts.changes.claimUnfinished({ now, leaseUntil });
    if (intent === undefined) return undefined;
    try {
      return await this.settler.settle(intent);
    } catch (error) {
      if (error instanceof IntentLost) return 'lost';
      throw error;
    }
  }
}
