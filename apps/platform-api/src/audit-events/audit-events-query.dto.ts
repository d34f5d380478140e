import { type AuditFilterRequest, auditedOperations, auditOutcomes } from '@governance/iam';
import { Condition } from '../optional-member.decorator';

/** Which events are listed or exported. Every given condition must hold. */
export class AuditEventsQuery {
  @Condition({
    maxLength: 255,
    description: 'The `actor.subject` of the events: the `sub` of a user or machine.',
  })
  readonly actor?: string;

  @Condition({ enum: auditedOperations, description: 'The `operation` of the events.' })
  readonly operation?: string;

  @Condition({ maxLength: 128, description: 'The `target` of the events.' })
  readonly target?: string;

  @Condition({ enum: auditOutcomes, description: 'The `outcome` of the events.' })
  readonly outcome?: string;

  @Condition({ format: 'date-time', description: 'Events of this time or later.' })
  readonly from?: string;

  @Condition({ format: 'date-time', description: 'Events before this time.' })
  readonly to?: string;

  toFilterRequest(): AuditFilterRequest {
    const { actor, operation, target, outcome, from, to } = this;
    return { actor, operation, target, outcome, from, to };
  }
}
