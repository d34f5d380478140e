import { CredentialReconciler, ProviderChangeReconciler, type Settlement } from '@governance/iam';
import { Injectable, Optional } from '@nestjs/common';

/** A settled change: of a credential, or of a trust rule, connection, domain or member at the provider. */
export interface SettledChange {
  readonly of: 'credential' | 'provider';
  readonly outcome: Settlement;
}

/** Every change that a crash left between our database and the identity provider. */
@Injectable()
export class UnfinishedChanges {
  constructor(
    private readonly credentials: CredentialReconciler,
    /** Absent if the platform manages clients of credentials alone. */
    @Optional() private readonly provider?: ProviderChangeReconciler,
  ) {}

  /** Settles the next change without a valid lease; undefined when there is none. */
  async settleNext(): Promise<SettledChange | undefined> {
    const ofCredential = await this.credentials.settleNext();
    if (ofCredential !== undefined) return { of: 'credential', outcome: ofCredential };
    const ofProvider = await this.provider?.settleNext();
    return ofProvider && { of: 'provider', outcome: ofProvider };
  }

  /** Deletes the clients that belong to no credential, and returns their number. */
  deleteOrphans(): Promise<number> {
    return this.credentials.deleteOrphans();
  }
}
