import { type AuditActor, AuditTrail, type DomainLapse, DomainDirectory } from '@governance/iam';
import { BackgroundJob, type Repetition } from '@governance/runtime';
import { Injectable, Logger } from '@nestjs/common';

const minuteMs = 60_000;

const actor: AuditActor = { kind: 'system', issuer: 'worker', subject: 'domain-checks', clientId: undefined };

/**
 * Records the proofs of domains that have ended in the audit trails of their organizations (ADR 39). The provider keeps each one
 * until it is recorded, and a repetition records it once. Several may run at once.
 */
@Injectable()
export class DomainLapseRecorder extends BackgroundJob {
  private readonly logger = new Logger('DomainLapses');

  constructor(
    private readonly directory: DomainDirectory,
    private readonly trail: AuditTrail,
  ) {
    super();
  }

  protected repetitions(): readonly Repetition[] {
    return [
      {
        task: () => this.recordAll(),
        onFailure: (error) => {
          this.logger.warn({ msg: 'ended proofs of domains were not recorded', err: error });
        },
        pauseMs: 5 * minuteMs,
        retryMs: minuteMs,
        longestRetryMs: 60 * minuteMs,
      },
    ];
  }

  async recordAll(): Promise<void> {
    let lapses: readonly DomainLapse[];
    do {
      lapses = await this.directory.lapses();
      for (const lapse of lapses) {
        if (this.signal.aborted) return;
        await this.record(lapse);
      }
    } while (lapses.length > 0);
  }

  private async record({ id, orgId, name, lapsedAt }: DomainLapse): Promise<void> {
    const write = { actor, orgId, operation: 'domains:lapse', target: name, requestId: id } as const;
    const outcome = { at: lapsedAt, outcome: 'done', reason: 'record_missing' } as const;
    await this.trail.append({ ...write, ...outcome, secondFactorAgeSeconds: undefined }, { once: true });
    await this.directory.forgetLapse(id);
    this.logger.log({ msg: 'ended proof of a domain recorded', organization: orgId, domain: name });
  }
}
