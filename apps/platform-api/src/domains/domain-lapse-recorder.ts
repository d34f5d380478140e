import { AuditTrail, DomainDirectory } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { ProviderEventRecorder } from '../audit-events/provider-event-recorder';

/** Records the proofs of domains that have ended (ADR 39). */
@Injectable()
export class DomainLapseRecorder extends ProviderEventRecorder {
  constructor(directory: DomainDirectory, trail: AuditTrail) {
    super(trail, {
      operation: 'domains:lapse',
      subject: 'domain-checks',
      reason: 'record_missing',
      kept: async () =>
        (await directory.lapses()).map(({ name, lapsedAt, ...event }) => ({
          ...event,
          target: name,
          at: lapsedAt,
        })),
      forget: (id) => directory.forgetLapse(id),
    });
  }
}
