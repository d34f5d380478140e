import { Member } from '@governance/http';
import { type AuditFilterRequest, auditedOperations, auditOutcomes } from '@governance/iam';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';

/** Which events are listed or exported. Every given condition must hold. */
export class AuditEventsQuery {
  @ApiPropertyOptional({
    type: 'string',
    maxLength: 255,
    description: 'The `actor.subject` of the events: the `sub` of a user or machine.',
  })
  @Member()
  @OptionalMember()
  @IsString({ message: 'actor must be given once' })
  readonly actor?: string;

  @ApiPropertyOptional({ enum: auditedOperations, description: 'The `operation` of the events.' })
  @Member()
  @OptionalMember()
  @IsString({ message: 'operation must be given once' })
  readonly operation?: string;

  @ApiPropertyOptional({ type: 'string', maxLength: 128, description: 'The `target` of the events.' })
  @Member()
  @OptionalMember()
  @IsString({ message: 'target must be given once' })
  readonly target?: string;

  @ApiPropertyOptional({ enum: auditOutcomes, description: 'The `outcome` of the events.' })
  @Member()
  @OptionalMember()
  @IsString({ message: 'outcome must be given once' })
  readonly outcome?: string;

  @ApiPropertyOptional({ type: 'string', format: 'date-time', description: 'Events of this time or later.' })
  @Member()
  @OptionalMember()
  @IsString({ message: 'from must be given once' })
  readonly from?: string;

  @ApiPropertyOptional({ type: 'string', format: 'date-time', description: 'Events before this time.' })
  @Member()
  @OptionalMember()
  @IsString({ message: 'to must be given once' })
  readonly to?: string;

  toFilterRequest(): AuditFilterRequest {
    return {
      actor: emptyToUndefined(this.actor),
      operation: emptyToUndefined(this.operation),
      target: emptyToUndefined(this.target),
      outcome: emptyToUndefined(this.outcome),
      from: emptyToUndefined(this.from),
      to: emptyToUndefined(this.to),
    };
  }
}
