import { type Page } from '@governance/http';
import { type AuditActor, type AuditEvent, auditOutcomes, type AuditOutcome } from '@governance/iam';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

const textOrNull = { oneOf: [{ type: 'string' }, { type: 'null' }] };

@ApiSchema({ name: 'AuditActor', description: 'Who made the write.' })
export class AuditActorResponse {
  @ApiProperty({ enum: ['person', 'machine', 'operator', 'system'] satisfies AuditActor['kind'][] })
  readonly kind: AuditActor['kind'];

  @ApiProperty({
    description: 'The issuer of the access token; `command` for an operator; the program for `system`.',
  })
  readonly issuer: string;

  @ApiProperty({
    description: 'The `sub` of the access token; an account for an operator; the job for `system`.',
  })
  readonly subject: string;

  @ApiProperty({ ...textOrNull, description: 'The application that the user signed in to, or the machine.' })
  readonly client_id: string | null;

  constructor({ kind, issuer, subject, clientId }: AuditActor) {
    this.kind = kind;
    this.issuer = issuer;
    this.subject = subject;
    this.client_id = clientId ?? null;
  }
}

/** Its input has no secret, token or address, so it cannot contain one. */
@ApiSchema({ name: 'AuditEvent', description: 'A write, or a refused one. New members may be added.' })
export class AuditEventResponse {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ format: 'date-time', description: 'The time of the write.' })
  readonly created_at: string;

  @ApiProperty({ type: AuditActorResponse })
  readonly actor: AuditActorResponse;

  @ApiProperty({ description: 'New values may be added.' })
  readonly operation: string;

  @ApiProperty({
    ...textOrNull,
    description: 'The id of the written object, if it has one and the path or the write named it.',
  })
  readonly target: string | null;

  @ApiProperty({
    enum: auditOutcomes,
    description:
      '`refused`: the caller got an error of status 4xx. `abandoned`: the write was started, could not be completed, and had no effect.',
  })
  readonly outcome: AuditOutcome;

  @ApiProperty({
    ...textOrNull,
    description:
      'The error code of a refusal, why an invitation was not mailed, the new role of a member, what changed of a connection, or what its test found. New values may be added.',
  })
  readonly reason: string | null;

  @ApiProperty({ description: 'The `x-request-id` of the response to the write.' })
  readonly request_id: string;

  @ApiProperty({
    oneOf: [{ type: 'number' }, { type: 'null' }],
    description: 'The age of the user’s second factor at the write; null if the token named none.',
  })
  readonly second_factor_age_seconds: number | null;

  constructor(event: AuditEvent) {
    this.id = event.id;
    this.created_at = event.createdAt.toISOString();
    this.actor = new AuditActorResponse(event.actor);
    this.operation = event.operation;
    this.target = event.target ?? null;
    this.outcome = event.outcome;
    this.reason = event.reason ?? null;
    this.request_id = event.requestId;
    this.second_factor_age_seconds = event.secondFactorAgeSeconds ?? null;
  }
}

/** Constructors copy exactly the declared members (ADR 22). */
@ApiSchema({ name: 'AuditEventList' })
export class AuditEventListResponse {
  @ApiProperty({ type: [AuditEventResponse], description: 'Newest first.' })
  readonly audit_events: readonly AuditEventResponse[];

  @ApiPropertyOptional({ description: 'The `cursor` of the next page. Absent on the last page.' })
  readonly next_cursor?: string;

  constructor({ entries, nextCursor }: Page<AuditEvent>) {
    this.audit_events = entries.map((event) => new AuditEventResponse(event));
    if (nextCursor !== undefined) this.next_cursor = nextCursor;
  }
}
