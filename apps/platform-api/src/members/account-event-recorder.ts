import { AuditTrail, MemberDirectory } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { ProviderEventRecorder } from '../audit-events/provider-event-recorder';
import { ManagedIssuer } from '../managed-issuer';

/** Records what members have changed of their accounts at the provider, and the second factors that were removed (ADR 60). */
@Injectable()
export class AccountEventRecorder extends ProviderEventRecorder {
  constructor(directory: MemberDirectory, trail: AuditTrail, { issuer }: ManagedIssuer) {
    super(trail, {
      operation: 'members:complete-second-factor-reset',
      subject: 'second-factor-resets',
      reason: undefined,
      kept: async () =>
        (await directory.accountEvents()).map(({ id, orgId, subject, operation, happenedAt: at }) => ({
          id,
          orgId,
          target: subject,
          at,
          operation,
          ...(operation.startsWith('account:') && {
            actor: { kind: 'person', issuer, subject, clientId: undefined },
          }),
        })),
      forget: (id) => directory.forgetAccountEvent(id),
    });
  }
}
