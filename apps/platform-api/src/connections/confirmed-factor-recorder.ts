import { AuditTrail, ConnectionDirectory } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { ProviderEventRecorder } from '../audit-events/provider-event-recorder';

/** Records the second factors of connections that an upgrade of the provider has counted as confirmed (ADR 29). */
@Injectable()
export class ConfirmedFactorRecorder extends ProviderEventRecorder {
  constructor(directory: ConnectionDirectory, trail: AuditTrail) {
    super(trail, {
      operation: 'connections:confirm-factor',
      subject: 'upgrade',
      reason: 'upgrade',
      kept: async () =>
        (await directory.confirmedFactors()).map(({ connectionId, confirmedAt, ...event }) => ({
          ...event,
          target: connectionId,
          at: confirmedAt,
        })),
      forget: (id) => directory.forgetConfirmedFactor(id),
    });
  }
}
