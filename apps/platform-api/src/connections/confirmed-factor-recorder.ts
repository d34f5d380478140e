import { type AuditActor, AuditTrail, type ConfirmedFactor, ConnectionDirectory } from '@governance/iam';
import { BackgroundJob, type Repetition } from '@governance/runtime';
import { Injectable, Logger } from '@nestjs/common';

const minuteMs = 60_000;

const actor: AuditActor = { kind: 'system', issuer: 'worker', subject: 'upgrade', clientId: undefined };

/**
 * Records the second factors of connections that an upgrade of the provider has counted as confirmed (ADR 29). The provider keeps
 * each one until it is recorded, and a repetition records it once. Several may run at once.
 */
@Injectable()
export class ConfirmedFactorRecorder extends BackgroundJob {
  private readonly logger = new Logger('ConfirmedFactors');

  constructor(
    private readonly directory: ConnectionDirectory,
    private readonly trail: AuditTrail,
  ) {
    super();
  }

  protected repetitions(): readonly Repetition[] {
    return [
      {
        task: () => this.recordAll(),
        onFailure: (error) => {
          this.logger.warn({ msg: 'confirmed second factors of connections were not recorded', err: error });
        },
        pauseMs: 5 * minuteMs,
        retryMs: minuteMs,
        longestRetryMs: 60 * minuteMs,
      },
    ];
  }

  async recordAll(): Promise<void> {
    let factors: readonly ConfirmedFactor[];
    do {
      factors = await this.directory.confirmedFactors();
      for (const factor of factors) {
        if (this.signal.aborted) return;
        await this.record(factor);
      }
    } while (factors.length > 0);
  }

  private async record({ id, orgId, connectionId: target, confirmedAt }: ConfirmedFactor): Promise<void> {
    const write = { actor, orgId, operation: 'connections:confirm-factor', target, requestId: id } as const;
    const outcome = { at: confirmedAt, outcome: 'done', reason: 'upgrade' } as const;
    await this.trail.append({ ...write, ...outcome, secondFactorAgeSeconds: undefined }, { once: true });
    await this.directory.forgetConfirmedFactor(id);
    this.logger.log({
      msg: 'confirmed second factor of a connection recorded',
      organization: orgId,
      connection: target,
    });
  }
}
