import { type AuditActor, type AuditedOperation, type AuditTrail } from '@governance/iam';
import { RepeatedJob } from '@governance/runtime';

const minuteMs = 60_000;

/** What the identity provider has done by itself, and keeps until it is recorded. */
export interface ProviderEvent {
  readonly id: string;
  readonly orgId: string;
  readonly target: string;
  readonly at: Date;
  /** If the provider reports several; otherwise that of `RecordedEvents`. */
  readonly operation?: AuditedOperation;
  /** The user who has done it; absent: a part of the provider. */
  readonly actor?: AuditActor;
}

export interface RecordedEvents {
  readonly operation: AuditedOperation;
  /** The part of the provider that acted. */
  readonly subject: string;
  readonly reason: string | undefined;
  /** The oldest of those that the provider keeps. */
  kept(): Promise<readonly ProviderEvent[]>;
  forget(id: string): Promise<void>;
}

/** Adds events of the provider to the audit trails of their organizations, each once. Several processes may run at once. */
export abstract class ProviderEventRecorder extends RepeatedJob {
  protected constructor(
    private readonly trail: AuditTrail,
    private readonly events: RecordedEvents,
  ) {
    super({
      name: 'ProviderEvents',
      failure: `events were not recorded: ${events.operation}`,
      pauseMs: 5 * minuteMs,
      retryMs: minuteMs,
      longestRetryMs: 60 * minuteMs,
    });
  }

  async run(): Promise<void> {
    let kept: readonly ProviderEvent[];
    do {
      kept = await this.events.kept();
      for (const event of kept) {
        if (this.signal.aborted) return;
        await this.record(event);
      }
    } while (kept.length > 0);
  }

  private async record({ id, orgId, target, at, ...event }: ProviderEvent): Promise<void> {
    const { subject, reason } = this.events;
    const { operation = this.events.operation } = event;
    const { actor = { kind: 'system', issuer: 'worker', subject, clientId: undefined } as const } = event;
    const write = { actor, orgId, operation, target, requestId: id, secondFactorAgeSeconds: undefined };
    await this.trail.append({ ...write, at, outcome: 'done', reason }, { once: true });
    await this.events.forget(id);
    this.logger.log({ msg: `event recorded: ${operation}`, organization: orgId, target });
  }
}
