import { type OrgCaller } from '@governance/auth-guards';
import {
  type AuditContext,
  IdentityProviderUnavailable,
  intentLeaseMs,
  IntentLost,
  type ProviderBeginning,
  type ProviderChange,
  ProviderChangeSettler,
  ProviderChangeStore,
  type ProviderIntent,
} from '@governance/iam';
import { Clock, Problem, Unavailable } from '@governance/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { unfinishedProviderChange } from './provider-change-problems';

/** A change to make, and the write that requests it. `target` is the changed object. */
export interface RequestedChange {
  readonly change: ProviderChange;
  readonly write: AuditContext;
  readonly target: string;
}

/** What a change returned. `reason` is that of its audit event. */
export interface MadeChange<Result> {
  readonly result: Result;
  readonly reason?: string | undefined;
}

/**
 * Makes changes at the identity provider and records each exactly once (ADR 30): its row is stored first, and becomes the audit event
 * when the outcome is known. The reconciler finds the outcome of a change whose request died.
 */
@Injectable()
export class ProviderChanges {
  private readonly logger = new Logger('ProviderChanges');

  constructor(
    private readonly store: ProviderChangeStore,
    private readonly settler: ProviderChangeSettler,
    private readonly clock: Clock,
  ) {}

  /**
   * `work` gets the id of the change, which is its revision. It rejects with a `Problem` only if the provider refused the change,
   * whose event then says `refused`.
   */
  async make<Result>(
    { orgId }: OrgCaller,
    { change, write, target }: RequestedChange,
    work: (revision: string) => Promise<MadeChange<Result>>,
  ): Promise<Result> {
    const beginning = this.beginning({ ...write, orgId, target });
    const intent = { id: beginning.intentId, lease: beginning.lease, orgId, change, write: beginning.write };
    try {
      await this.begin(change, beginning);
      const { result, reason } = await work(intent.id);
      await this.store.finish(intent, { at: this.clock.now(), outcome: 'done', reason });
      return result;
    } catch (error) {
      if (error instanceof Problem) await this.store.drop(intent);
      else if (error instanceof Unavailable) await this.giveUp(intent);
      // A reconciler considered this process dead and has recorded what it found.
      throw error instanceof IntentLost ? new IdentityProviderUnavailable({ cause: error }) : error;
    }
  }

  private beginning(write: ProviderBeginning['write']): ProviderBeginning {
    const now = this.clock.now();
    const leaseUntil = new Date(now.getTime() + intentLeaseMs);
    return { intentId: randomUUID(), lease: randomUUID(), now, leaseUntil, write };
  }

  /** Settles an earlier change of the object first, if its request has ended without an outcome. */
  private async begin(change: ProviderChange, beginning: ProviderBeginning): Promise<void> {
    const first = await this.store.begin(change, beginning);
    if (first.kind === 'left') await this.settle(first.intent);
    const begun = first.kind === 'left' ? await this.store.begin(change, beginning) : first;
    if (begun.kind !== 'begun') throw unfinishedProviderChange();
  }

  private async settle(left: ProviderIntent): Promise<void> {
    try {
      await this.settler.settle(left);
    } catch (error) {
      if (error instanceof Unavailable) await this.giveUp(left);
      if (!(error instanceof IntentLost)) throw error;
    }
  }

  /** Lets the next request or the reconciler find the outcome at once. If this fails, they wait for the end of the lease. */
  private async giveUp(intent: ProviderIntent): Promise<void> {
    await this.store.giveUp(intent, this.clock.now()).catch((error: unknown) => {
      this.logger.warn({ msg: 'the lease of a change stays', change: intent.change.kind, err: error });
    });
  }
}
